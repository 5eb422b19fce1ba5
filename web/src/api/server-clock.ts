let aheadMs = 0;

/** Notes what time it is at the server, from any answer of its own. */
export function noticeClock(response: Response): Response {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!response.headers.has('age') && !Number.isNaN(date)) {
    // The header has whole seconds; small differences are the way here.
    const difference = date + 500 - Date.now();
    if (Math.abs(difference - aheadMs) > 2000) aheadMs = difference;
  }
  return response;
}

/** Epoch milliseconds by the server's clock: how old something is does not depend on the reader's. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
