const first = 1000;
const longest = 30_000;

/** Doubles from one second to thirty; the jitter keeps a thousand browsers from coming back in the same moment. */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(first * 2 ** attempt, longest);
  return full / 2 + (full / 2) * random;
}
