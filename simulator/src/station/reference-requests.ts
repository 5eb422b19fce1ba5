import { answerCommand } from '@limpid/hj212/answers';
import { readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';

/** Within this time after its start a station asks first, so that not all of them ask at once. */
const spreadMs = 10 * MINUTE_MS;

/** Asks the platform for values of a reference station once a day, and keeps the last answer. */
export class ReferenceRequests {
  readonly #code: string | undefined;
  readonly #delay: number;
  #dueAt: number | undefined;
  /** The values by their names in CP; null if the platform has none. */
  answer: ReadonlyMap<string, string> | null | undefined;

  constructor(code: string | undefined, mn: string) {
    this.#code = code;
    this.#delay = spreadMs * randomUnit(deriveSeed(1, mn), 0);
  }

  /** Asks with the next step instead of at its time. */
  ask(): void {
    this.#dueAt = 0;
  }

  /** The code of the request that is due. */
  take(now: number): string | undefined {
    if (this.#code === undefined) return undefined;
    this.#dueAt ??= now + this.#delay;
    if (now < this.#dueAt) return undefined;
    this.#dueAt = now + DAY_MS;
    return this.#code;
  }

  /** Whether the packet is an answer to a request. */
  receive({ cn, cp }: Packet): boolean {
    if (cn !== this.#code && (cn !== answerCommand.execution || this.#code === undefined)) return false;
    const fields = readFields(cp).map(({ name, value }) => [name, value] as const);
    this.answer = cn === this.#code ? new Map(fields) : null;
    return true;
  }
}
