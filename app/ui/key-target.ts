/** Row that a key leads to, or undefined for keys that do not move. */
export function keyTarget(
  key: string,
  current: number,
  count: number,
  page: number,
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current - 1;
    case 'PageDown':
      return current + page;
    case 'PageUp':
      return current - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
