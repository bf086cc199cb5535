/**
 * Floats and doubles as Java 17 prints them (section 16, TR-20): not always the shortest digits that read back, so
 * partition paths and human strings need the old algorithm itself (`jdk.internal.math.FloatingDecimal`; replaced in
 * JDK 19). Arithmetic on bigints, wrapped to the width that the original computes in, since it overflows in places.
 */

interface Digits {
  /** Decimal digits, no point. */
  readonly digits: string;
  /** Digits before the point; may be negative. */
  readonly exponent: number;
}

/** A finite non-zero value as `mantissa × 2^(binExp − 52)`, the mantissa's bit 52 set. */
interface Parts {
  readonly mantissa: bigint;
  readonly binExp: number;
  readonly significantBits: number;
}

/** As `Double.toString` of JDK 17. */
export function javaDouble(value: number): string {
  return javaText(value, doubleParts);
}

/** As `Float.toString` of JDK 17. The value must be a float. */
export function javaFloat(value: number): string {
  return javaText(value, floatParts);
}

function javaText(value: number, parts: (magnitude: number) => Parts): string {
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + (value === 0 ? '0.0' : layOut(develop(parts(Math.abs(value)))));
}

const scratch = new DataView(new ArrayBuffer(8));

function doubleParts(magnitude: number): Parts {
  scratch.setFloat64(0, magnitude);
  const bits = scratch.getBigUint64(0);
  return normalize(bits & ((1n << 52n) - 1n), Number(bits >> 52n), 52, 1023);
}

function floatParts(magnitude: number): Parts {
  scratch.setFloat32(0, magnitude);
  const bits = scratch.getUint32(0);
  return normalize(BigInt(bits & 0x7fffff), bits >>> 23, 23, 127);
}

function normalize(fraction: bigint, biased: number, fractionBits: number, bias: number): Parts {
  const align = BigInt(52 - fractionBits);
  if (biased !== 0) {
    const mantissa = (fraction | (1n << BigInt(fractionBits))) << align;
    return { mantissa, binExp: biased - bias, significantBits: fractionBits + 1 };
  }
  const significantBits = fraction.toString(2).length;
  const shift = fractionBits + 1 - significantBits;
  return {
    mantissa: (fraction << BigInt(shift)) << align,
    binExp: 1 - shift - bias,
    significantBits,
  };
}

/** Bits of 5^n, as the original tabulates and estimates them. */
function bitsOf5Pow(n: number): number {
  return n === 0 ? 0 : n < 27 ? (5n ** BigInt(n)).toString(2).length : n * 3;
}

function trailingZeros(mantissa: bigint): number {
  return mantissa.toString(2).length - mantissa.toString(2).replace(/0+$/, '').length;
}

function develop(parts: Parts): Digits {
  const zeros = trailingZeros(parts.mantissa);
  const bits = 53 - zeros;
  const tinyBits = Math.max(0, bits - parts.binExp - 1);
  if (tinyBits === 0 && parts.binExp <= 62) return developWhole(parts);
  return developFraction(parts, parts.mantissa >> BigInt(zeros), bits, tinyBits);
}

/** A whole number below 2^63: its digits, those beyond the value's own precision rounded away. */
function developWhole({ mantissa, binExp, significantBits }: Parts): Digits {
  let whole = binExp >= 52 ? mantissa << BigInt(binExp - 52) : mantissa >> BigInt(52 - binExp);
  const spareBits = binExp > significantBits ? binExp - significantBits - 1 : 0;
  const spare = spareBits > 3 ? Math.floor(spareBits * Math.LOG10E * Math.LN2) : 0;
  if (spare > 0) {
    const power = 10n ** BigInt(spare);
    whole = whole / power + (whole % power >= power >> 1n ? 1n : 0n);
  }
  const text = String(whole);
  return { digits: text.replace(/0+$/, ''), exponent: text.length + spare };
}

/** The scaled integers: value = b/s × 10^decExp, and m half a unit in the last place, scaled like b. */
interface Scaled {
  readonly b: bigint;
  readonly s: bigint;
  readonly m: bigint;
  readonly decExp: number;
  /** Width of the original's arithmetic; 0 for its big integers. */
  readonly width: 32 | 64 | 0;
}

function scale(parts: Parts, fraction: bigint, bits: number, tinyBits: number): Scaled {
  const decExp = estimateDecExp(parts);
  const b5 = Math.max(0, -decExp);
  const s5 = Math.max(0, decExp);
  let b2 = b5 + tinyBits + parts.binExp;
  let s2 = s5 + tinyBits;
  let m2 = b2 - parts.significantBits;
  b2 -= bits - 1;
  const common = Math.min(b2, s2);
  b2 -= common;
  s2 -= common;
  m2 -= common;
  // Below a power of two the next value is half as far.
  if (bits === 1) m2 -= 1;
  if (m2 < 0) {
    b2 -= m2;
    s2 -= m2;
    m2 = 0;
  }
  const bBits = bits + b2 + bitsOf5Pow(b5);
  const tenSBits = s2 + 1 + bitsOf5Pow(s5 + 1);
  const most = Math.max(bBits, tenSBits);
  const width = most < 32 ? 32 : most < 64 ? 64 : 0;
  return {
    b: (fraction * 5n ** BigInt(b5)) << BigInt(b2),
    s: (5n ** BigInt(s5)) << BigInt(s2),
    m: (5n ** BigInt(b5)) << BigInt(m2),
    decExp,
    width,
  };
}

function estimateDecExp({ mantissa, binExp }: Parts): number {
  const oneToTwo = Number(mantissa) / 2 ** 52;
  return Math.floor((oneToTwo - 1.5) * 0.289529654 + 0.176091259 + binExp * 0.301029995663981);
}

function developFraction(parts: Parts, fraction: bigint, bits: number, tinyBits: number): Digits {
  const { s, decExp: estimate, width, ...start } = scale(parts, fraction, bits, tinyBits);
  const wrap = (n: bigint) => (width === 0 ? n : BigInt.asIntN(width, n));
  const tens = s * 10n;
  let { b, m } = start;
  let decExp = estimate;
  let low = false;
  let high = false;
  const step = (): number => {
    const q = Number(b / s);
    b = 10n * (b % s);
    m = wrap(m * 10n);
    const overflowed = m <= 0n;
    low = overflowed || b < m;
    high = overflowed || (width === 0 ? b + m >= tens : wrap(b + m) > tens);
    return q;
  };
  const digits: number[] = [];
  const first = step();
  // The estimate may be one too high: then the first digit is a leading zero.
  if (first === 0 && !high) decExp -= 1;
  else digits.push(first);
  // The exponent form always shows a digit after the point.
  if (decExp < -3 || decExp >= 8) {
    low = false;
    high = false;
  }
  while (!low && !high) digits.push(step());
  const twice = b << 1n;
  const difference = twice > tens ? 1 : twice < tens ? -1 : 0;
  return finish(digits, decExp + 1, { low, high, difference });
}

/** Rounds the last digit by the reason for stopping. */
function finish(
  digits: number[],
  exponent: number,
  stop: { readonly low: boolean; readonly high: boolean; readonly difference: number },
): Digits {
  const last = digits.at(-1) ?? 0;
  const up =
    stop.high && (!stop.low || stop.difference > 0 || (stop.difference === 0 && last % 2 === 1));
  if (!up) return { digits: digits.join(''), exponent };
  let i = digits.length - 1;
  while (i > 0 && digits[i] === 9) digits[i--] = 0;
  if (digits[i] === 9) {
    digits[i] = 1;
    return { digits: digits.join(''), exponent: exponent + 1 };
  }
  digits[i] = (digits[i] ?? 0) + 1;
  return { digits: digits.join(''), exponent };
}

function layOut({ digits, exponent }: Digits): string {
  if (exponent > 0 && exponent < 8) {
    const whole = digits.slice(0, exponent).padEnd(exponent, '0');
    return `${whole}.${digits.slice(exponent) || '0'}`;
  }
  if (exponent <= 0 && exponent > -3) return `0.${'0'.repeat(-exponent)}${digits}`;
  return `${digits.charAt(0)}.${digits.slice(1) || '0'}E${exponent - 1}`;
}
