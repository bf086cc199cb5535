/** How a transform makes its value, step by step, for people. */
import { toHex } from '../base/bytes.ts';
import { displayValue } from '../types/format.ts';
import { SAFE } from '../types/profile.ts';
import { floorDiv, floorMod } from '../types/time.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { murmur3 } from './murmur3.ts';
import { ticksPerSecond } from './time-transforms.ts';
import { applyTransform, displayTransformed, hashedBytes } from './transform.ts';
import type { Transform } from './transform-type.ts';

export interface TransformStep {
  readonly name: string;
  readonly value: string;
}

/** The last step is the partition value. The type must be one that the transform takes. */
export function transformSteps(
  transform: Transform,
  type: PrimitiveType,
  value: Value,
): readonly TransformStep[] {
  const made = applyTransform(transform, type, value, SAFE);
  const last = { name: 'partition value', value: displayTransformed(transform, type, made) };
  return [...stepsOf(transform, type, value), last];
}

function stepsOf(transform: Transform, type: PrimitiveType, value: Value): TransformStep[] {
  switch (transform.kind) {
    case 'bucket': {
      const bytes = hashedBytes(type, value);
      const hash = murmur3(bytes);
      return [
        { name: 'bytes', value: bytes.length === 0 ? 'none' : toHex(bytes) },
        { name: 'murmur3, 32 bits', value: String(hash) },
        { name: 'without its sign', value: String(hash & 0x7fffffff) },
        {
          name: `mod ${transform.numBuckets}`,
          value: String((hash & 0x7fffffff) % transform.numBuckets),
        },
      ];
    }
    case 'truncate':
      return truncateSteps(transform.width, type, value);
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return timeSteps(transform, type, value);
    default:
      return [];
  }
}

function truncateSteps(width: number, type: PrimitiveType, value: Value): TransformStep[] {
  if (value instanceof Uint8Array) {
    return [
      {
        name: type.kind === 'string' ? `first ${width} code points` : `first ${width} bytes`,
        value: displayValue(type, value),
      },
    ];
  }
  const unscaled = BigInt(value as number | bigint);
  const rest = floorMod(unscaled, BigInt(width));
  return [
    ...(type.kind === 'decimal' ? [{ name: 'unscaled', value: String(unscaled) }] : []),
    { name: `mod ${width}, never negative`, value: String(rest) },
    { name: 'value less the rest', value: String(unscaled - rest) },
  ];
}

function timeSteps(transform: Transform, type: PrimitiveType, value: Value): TransformStep[] {
  const made = applyTransform(transform, type, value, SAFE);
  const count = { name: `${transform.kind}s since 1970, floored`, value: String(made) };
  if (type.kind === 'date') return [{ name: 'days since 1970', value: String(value) }, count];
  const perSecond = ticksPerSecond(type);
  const unit = perSecond === 1_000_000n ? 'µs' : 'ns';
  return [
    { name: `${unit} since 1970, UTC`, value: String(value) },
    { name: 'seconds, floored', value: String(floorDiv(value as bigint, perSecond)) },
    count,
  ];
}
