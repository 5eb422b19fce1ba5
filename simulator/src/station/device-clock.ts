import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { type Fault, findFault } from '../faults/faults.ts';
import { toWallClock } from '../local-time.ts';

const tolerance = MINUTE_MS;

/** The clock of a station: correct until it drifts or is set. */
export class DeviceClock {
  readonly #zone: string;
  readonly #faults: readonly Fault[];
  #offset = 0;
  #setAt = Number.NEGATIVE_INFINITY;

  constructor(zone: string, faults: readonly Fault[]) {
    this.#zone = zone;
    this.#faults = faults;
  }

  read(now: number): number {
    return now + this.errorAt(now);
  }

  errorAt(now: number): number {
    const drift = findFault(this.#faults, 'clockDrift', now);
    if (!drift) return this.#offset;
    const gained = ((now - Math.max(drift.from, this.#setAt)) / HOUR_MS) * (drift.amount ?? 600) * 1000;
    return this.#offset + Math.round(gained);
  }

  isWrong(now: number): boolean {
    return Math.abs(this.errorAt(now)) > tolerance;
  }

  /** Sets the clock to a wall clock without a fraction of a second. */
  set(wallClock: number, now: number): void {
    const offset = wallClock - toWallClock(now, this.#zone);
    this.#offset = Math.abs(offset) < 1500 ? 0 : offset;
    this.#setAt = now;
  }
}
