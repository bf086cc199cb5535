import { useEffect, useState } from 'react';

/** True once `value` has not changed for a while. */
export function usePause(value: string, ms: number): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value;
}
