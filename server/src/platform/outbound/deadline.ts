import { OutboundError } from './outbound-error.ts';

/** Runs work that ends after a time at the latest: then its signal is aborted, and the failure is a timeout. */
export async function limitTime<V>(
  ms: number,
  host: string,
  work: (signal: AbortSignal) => Promise<V>,
): Promise<V> {
  const control = new AbortController();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const failure = new OutboundError('timeout', { host });
    reject(failure);
    control.abort(failure);
  }, ms);
  try {
    return await Promise.race([work(control.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}
