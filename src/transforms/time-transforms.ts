/** year, month, day, hour (rules.md 4.4): all floor toward −∞, in UTC. */
import type { Profile } from '../types/profile.ts';
import { civilFromDays, floorDiv, floorMod } from '../types/time.ts';
import type { PrimitiveType, Value } from '../types/type.ts';

export type TimeUnit = 'year' | 'month' | 'day' | 'hour';

/**
 * The unit's number of a date or timestamp, counted from 1970. Hours beyond int32 wrap, as writers store them
 * (section 16, TR-13).
 */
export function applyTime(
  unit: TimeUnit,
  sourceType: PrimitiveType,
  value: Value,
  profile: Profile,
): number {
  if (sourceType.kind === 'date') return unitOfDays(unit, value as number);
  const perSecond = ticksPerSecond(sourceType);
  const ticks = profile.exactPreEpoch ? (value as bigint) : javaTicks(value as bigint, perSecond);
  if (unit === 'hour') return Number(BigInt.asIntN(32, floorDiv(ticks, perSecond * 3600n)));
  return unitOfDays(unit, Number(floorDiv(ticks, perSecond * 86_400n)));
}

/** Ticks of a timestamp type in a second. */
export function ticksPerSecond(type: PrimitiveType): bigint {
  return type.kind === 'timestamp_ns' || type.kind === 'timestamptz_ns'
    ? 1_000_000_000n
    : 1_000_000n;
}

/** Java takes the second before for the last tick of a second before the epoch (TR-14). */
function javaTicks(ticks: bigint, perSecond: bigint): bigint {
  return ticks < 0n && floorMod(ticks + 1n, perSecond) === 0n ? ticks - perSecond : ticks;
}

function unitOfDays(unit: TimeUnit, days: number): number {
  if (unit === 'day') return days;
  const { year, month } = civilFromDays(days);
  return unit === 'year' ? year - 1970 : (year - 1970) * 12 + (month - 1);
}
