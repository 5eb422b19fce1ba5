const first = 1000;
const longest = 30_000;

/** Exponential backoff from one second to thirty, with jitter so that browsers do not reconnect all at once. */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(first * 2 ** attempt, longest);
  return full / 2 + (full / 2) * random;
}
