/**
 * Addresses with the keys that they need, by the address without, which is all that the link holds. In memory alone: a
 * page that was loaded anew asks for them again.
 */
const whole = new Map<string, string>();

export function rememberAddress(shown: string, address: string): void {
  whole.set(shown, address);
}

/** The address to read from; what is shown where no key was given. */
export function wholeAddress(shown: string): string {
  return whole.get(shown) ?? shown;
}

export function hasKey(shown: string): boolean {
  return whole.has(shown);
}
