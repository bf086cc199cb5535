/** Decimals as text; a value is its unscaled bigint. */

/** All digits, `scale` of them after the point: `14.20`, `-0.05`. A negative scale appends zeros. */
export function decimalToPlainText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return unscaled === 0n ? '0' : `${unscaled}${'0'.repeat(-scale)}`;
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** As `java.math.BigDecimal.toString`: plain, but with an exponent for very small values (`1E-38`, TR-20). */
export function decimalToText(unscaled: bigint, scale: number): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled);
  const exponent = digits.length - 1 - scale;
  if (scale >= 0 && exponent >= -6) return decimalToPlainText(unscaled, scale);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits.charAt(0)}${fraction}E${exponent > 0 ? '+' : ''}${exponent}`;
}

export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/**
 * The unscaled value and the scale as written of `14.20`, `-3`, `.5`, `1.5E3`; undefined for anything else.
 * A positive exponent beyond the digits gives a scale of 0 and an exact value.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const written = parseWrittenDecimal(text);
  if (written === undefined || written.scale >= 0) return written;
  return { unscaled: written.unscaled * 10n ** BigInt(-written.scale), scale: 0 };
}

/** The same with the scale that `java.math.BigDecimal` gives the text: `1E+2` is 1 at scale -2. */
export function parseWrittenDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const magnitude = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return { unscaled: sign === '-' ? -magnitude : magnitude, scale };
}
