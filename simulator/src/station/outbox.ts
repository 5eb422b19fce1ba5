import { type EncodeOptions, encodeData, type PacketFields } from '@limpid/hj212/encode';
import { readExchange, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { laterQn } from '@limpid/hj212/times';

interface Entry {
  fields: PacketFields;
  /** The QN of each unanswered part; 2005 has no QN, so only their number counts. */
  waiting: (string | null)[];
  /** The time of the last attempt; null while it waits for a connection. */
  sentAt: number | null;
  tries: number;
}

export interface OutboxCounts {
  sent: number;
  acknowledged: number;
  resent: number;
  /** Reports that were given up, or dropped for newer ones. */
  lost: number;
}

const capacity = 3000;
/** Old reports sent with each new one: current data come first. */
const batch = 10;
const connections = 3;

/** Queues reports and repeats them with the same QN until they are acknowledged. */
export class Outbox {
  readonly counts: OutboxCounts = { sent: 0, acknowledged: 0, resent: 0, lost: 0 };
  /** Milliseconds to wait for an answer, and the number of retries on one connection. */
  overTime = 10_000;
  reCount = 3;
  readonly #entries: Entry[] = [];
  readonly #encode: EncodeOptions;

  constructor(encode: EncodeOptions) {
    this.#encode = encode;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Queues a report; its frames are returned by the next `take`. */
  add(fields: PacketFields): void {
    this.#entries.push({ fields, waiting: [], sentAt: null, tries: 0 });
    if (this.#entries.length <= capacity) return;
    this.#entries.shift();
    this.counts.lost++;
  }

  /** The frames to send now: new ones first, then those that were not answered in time. */
  take(now: number): Buffer[] {
    const due = this.#entries.filter(({ sentAt }) => sentAt === null || now - sentAt >= this.overTime);
    return due
      .toReversed()
      .slice(0, batch)
      .flatMap((entry) => this.#send(entry, now));
  }

  #send(entry: Entry, now: number): Buffer[] {
    const again = entry.tries > 0;
    const { fields } = entry;
    const frames = encodeData(
      again && fields.version === '2025' ? { ...fields, rf: true } : fields,
      this.#encode,
    );
    if (!again) {
      const { qn } = fields;
      entry.waiting = frames.map((_, part) => (qn ? laterQn(qn, part) : null));
    }
    entry.sentAt = now;
    entry.tries++;
    if (again) this.counts.resent += frames.length;
    else this.counts.sent += frames.length;
    return frames;
  }

  /** The time at which `take` has something to send; `now` if there is something left. */
  dueAt(): number {
    const times = this.#entries.map(({ sentAt }) => (sentAt === null ? 0 : sentAt + this.overTime));
    return times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  }

  /** Whether a report has used all its retries without an answer: the connection is considered dead. */
  isUnanswered(now: number): boolean {
    return this.#entries.some(
      ({ tries, sentAt }) =>
        sentAt !== null && tries > 0 && tries % (this.reCount + 1) === 0 && now - sentAt >= this.overTime,
    );
  }

  /** Resets sent reports, because answers of the old connection will not arrive. */
  disconnect(): void {
    for (let at = this.#entries.length - 1; at >= 0; at--) {
      const entry = this.#entries[at];
      if (!entry) continue;
      entry.sentAt = null;
      if (entry.tries < connections * (this.reCount + 1)) continue;
      this.#entries.splice(at, 1);
      this.counts.lost++;
    }
  }

  /** Handles a 9014. */
  acknowledge(answer: Packet): void {
    const qn = readExchange(answer);
    const cn = readFields(answer.cp).find(({ name }) => name === 'CN')?.value;
    const at = this.#entries.findIndex(({ waiting, fields }) =>
      qn === null ? waiting.includes(null) && fields.cn === (cn ?? fields.cn) : waiting.includes(qn),
    );
    const entry = this.#entries[at];
    if (!entry) return;
    entry.waiting.splice(entry.waiting.indexOf(qn), 1);
    this.counts.acknowledged++;
    if (entry.waiting.length === 0) this.#entries.splice(at, 1);
  }
}
