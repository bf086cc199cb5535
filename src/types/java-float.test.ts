import { expect, it } from 'vitest';
import { javaDouble, javaFloat } from './java-float.ts';

/** What `System.out.print` of JDK 17.0.15 gave; several are not the shortest digits that read back. */
const DOUBLES: readonly (readonly [number, string])[] = [
  [2e23, '1.9999999999999998E23'],
  [1e23, '9.999999999999999E22'],
  [8.41e21, '8.409999999999999E21'],
  [2e-3, '0.002'],
  [5e-324, '4.9E-324'],
  [2 ** -1022, '2.2250738585072014E-308'],
  [2 ** 53, '9.007199254740992E15'],
  [1e7, '1.0E7'],
  [12345678, '1.2345678E7'],
  [9999999.999, '9999999.999'],
  [1e-3, '0.001'],
  [9.999e-4, '9.999E-4'],
  [123456789012345680, '1.2345678901234568E17'],
  [4.35, '4.35'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1e22, '1.0E22'],
  [3e-5, '3.0E-5'],
  [100, '100.0'],
  [2 ** 62, '4.6116860184273879E18'],
  [2 ** 63, '9.223372036854776E18'],
  [2 ** -44, '5.6843418860808015E-14'],
  [2 ** -25, '2.9802322387695312E-8'],
  [1.1e-5, '1.1E-5'],
  [1.5 * 2 ** 62, '6.9175290276410819E18'],
  [0, '0.0'],
  [-0, '-0.0'],
  [-1.5, '-1.5'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
];

const FLOATS: readonly (readonly [number, string])[] = [
  [1.14201374e-17, '1.14201374E-17'],
  [3.3, '3.3'],
  [1e10, '1.0E10'],
  [8.41e21, '8.41E21'],
  [2e-3, '0.002'],
  [2 ** 24, '1.6777216E7'],
  [2 ** 25, '3.3554432E7'],
  [2 ** -126, '1.17549435E-38'],
  [2 ** -149, '1.4E-45'],
  [2 ** -145, '2.24E-44'],
  [9999999, '9999999.0'],
  [1e7, '1.0E7'],
  [123456.789, '123456.79'],
  [2 ** 40, '1.09951163E12'],
];

it.each(DOUBLES)('the double %f prints as %s', (value, text) => {
  expect(javaDouble(value)).toBe(text);
});

it.each(FLOATS)('the float %f prints as %s', (value, text) => {
  expect(javaFloat(Math.fround(value))).toBe(text);
});
