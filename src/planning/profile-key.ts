/** Profiles as parts of cache keys: one key for one object, whatever its rows. */
import type { Profile } from '../types/profile.ts';

const keys = new WeakMap<Profile, number>();
let next = 0;

export function profileKey(profile: Profile): number {
  const key = keys.get(profile) ?? next++;
  keys.set(profile, key);
  return key;
}
