import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, again and again: what nobody tells of anything new must grow old by itself. */
export function useServerTime(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
