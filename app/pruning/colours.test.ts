import { expect, it } from 'vitest';
import { channels, mix, pixel } from './colours.ts';

it.each([
  ['#9977dd', [0x99, 0x77, 0xdd]],
  ['#97d', [0x99, 0x77, 0xdd]],
  ['#ffffff', [255, 255, 255]],
  ['#0b5fd014', [0x0b, 0x5f, 0xd0]],
] as const)('%s', (hex, expected) => {
  expect(channels(hex)).toEqual(expected);
});

it('is little-endian and opaque', () => {
  expect(pixel('#010203')).toBe(0xff030201);
});

it('mixes', () => {
  expect(mix('#000', '#ffffff', 0.5)).toBe('#808080');
});
