/** A function of one object that never changes, computed once for each. */
export function onceFor<Key extends object, Result extends NonNullable<unknown>>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) {
      result = make(key);
      known.set(key, result);
    }
    return result;
  };
}
