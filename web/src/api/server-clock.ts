import { useEffect, useState } from 'react';

let aheadMs = 0;

/** Learns the server's time from the headers of its responses. */
export function syncClock(response: Response): Response {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!response.headers.has('age') && !Number.isNaN(date)) {
    // The header has whole seconds, and small differences come from the network.
    const difference = date + 500 - Date.now();
    if (Math.abs(difference - aheadMs) > 2000) aheadMs = difference;
  }
  return response;
}

/** Epoch milliseconds by the server's clock, so that ages do not depend on the reader's clock. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** The server's time, refreshed at an interval, so that ages grow without any update. */
export function useServerTime(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
