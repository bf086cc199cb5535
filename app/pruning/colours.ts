/** Colours as numbers, for pixels and mixtures. */

/** Of a colour as the style sheet prints it: `#9977dd`, or shortened `#97d`. */
export function channels(hex: string): readonly [number, number, number] {
  const digits = hex.slice(1);
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const value = Number.parseInt(long.slice(0, 6), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Opaque, as a little-endian 32-bit element of ImageData. */
export function pixel(hex: string): number {
  const [r, g, b] = channels(hex);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** `share` of `a` over `b`. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(b), channels(a)];
  const hex = from.map((c, i) => {
    const value = Math.round(c + ((to[i] as number) - c) * share);
    return value.toString(16).padStart(2, '0');
  });
  return `#${hex.join('')}`;
}
