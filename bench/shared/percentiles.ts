export function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export interface Figures {
  p50: number;
  p95: number;
  perSecond: number;
}

/** Latency of one call after another, then calls per second with eight in parallel. */
export async function measure(call: () => Promise<unknown>, count = 1000, warmUp = 50): Promise<Figures> {
  for (let i = 0; i < warmUp; i++) await call();
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const start = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { p50: at(0.5), p95: at(0.95), perSecond: count / ((performance.now() - start) / 1000) };
}
