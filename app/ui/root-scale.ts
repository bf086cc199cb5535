/** Pixels of one rem over 16: 1 at the browser's default, 1.4 when presenting. */
export function rootScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}
