/** How many failures of one key are too many, and for how long they count. */
export interface FailureLimits {
  /** The key is over its limit with this many failures. */
  limit: number;
  /** For failures to add up, and for how long a key stays over its limit; milliseconds. */
  windowMs: number;
  /** Keys kept at most: senders choose them, so the one without a failure for longest is dropped. */
  maxKeys: number;
}

interface Entry {
  count: number;
  until: number;
}

/**
 * Failures by key, for as long as they matter. The window begins with the first failure. With the failure that reaches
 * the limit it begins once more and later failures do not renew it: every key is free again after one window.
 */
export class FailureCounts {
  readonly #limits: FailureLimits;
  readonly #entries = new Map<string, Entry>();

  constructor(limits: FailureLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts a failure; the answer is their number in the window, this one included. */
  add(key: string, now: number): number {
    const { limit, windowMs } = this.#limits;
    const { count, until } = this.#find(key, now) ?? { count: 0, until: now + windowMs };
    const next = { count: count + 1, until: count + 1 === limit ? now + windowMs : until };
    this.#keep(key, next);
    return next.count;
  }

  count(key: string, now: number): number {
    return this.#find(key, now)?.count ?? 0;
  }

  /** Until when the key is over its limit; 0 while it is not. */
  blockedUntil(key: string, now: number): number {
    const entry = this.#find(key, now);
    return entry && entry.count >= this.#limits.limit ? entry.until : 0;
  }

  /** Another process has counted this key to its limit. */
  block(key: string, until: number, now: number): void {
    if (until <= now || this.blockedUntil(key, now) > 0) return;
    // No longer than one of our own windows, whatever the other clock says.
    this.#keep(key, { count: this.#limits.limit, until: Math.min(until, now + this.#limits.windowMs) });
  }

  #find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.until > now) return entry;
    if (entry) this.#entries.delete(key);
    return undefined;
  }

  #keep(key: string, entry: Entry): void {
    // Behind all others: the order of the map is the order of the last failures.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#limits.maxKeys) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
  }
}
