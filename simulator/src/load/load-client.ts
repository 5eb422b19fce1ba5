import { connect, type Socket } from 'node:net';
import { answerCommand } from '@limpid/hj212/answers';
import { createDecoder } from '@limpid/hj212/decoder';
import type { Address } from '../station/station.ts';

export interface LoadCounts {
  sent: number;
  acknowledged: number;
  reconnects: number;
  /** Connections that have not received an answer yet. */
  unproven: number;
  /** Milliseconds between a frame and its answer. */
  times: number[];
}

const retryMs = 500;
/** A platform limits the connections of one address that have not sent an accepted packet. */
const maxUnproven = 100;

/** A connection that sends frames once and records the time of each answer. */
export class LoadClient {
  readonly #address: Address;
  readonly #tally: LoadCounts;
  readonly #sentAt = new Map<string, number>();
  #socket: Socket | null = null;
  #isOpen = false;
  #isUnproven = false;
  #isStarted = false;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(address: Address, tally: LoadCounts) {
    this.#address = address;
    this.#tally = tally;
  }

  /** Connects for the first time, unless too many other connections wait for their first answer. */
  start(): void {
    if (this.#isStarted || this.#tally.unproven >= maxUnproven) return;
    this.#isStarted = true;
    this.#open(false);
  }

  /** False while the platform does not read. */
  get isReady(): boolean {
    return this.#isOpen && this.#socket?.writableNeedDrain === false;
  }

  send(qn: string, frame: Buffer): void {
    this.#sentAt.set(qn, performance.now());
    this.#tally.sent++;
    this.#socket?.write(frame);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #open(again: boolean): void {
    this.#isUnproven = true;
    this.#tally.unproven++;
    const decoder = createDecoder();
    const socket = connect({ ...this.#address, noDelay: true });
    this.#socket = socket;
    socket.once('connect', () => {
      this.#isOpen = true;
      if (again) this.#tally.reconnects++;
    });
    socket.on('data', (chunk) => {
      for (const one of decoder.push(chunk)) {
        if (one.ok && one.packet.cn === answerCommand.data && one.packet.qn)
          this.#recordAnswer(one.packet.qn);
      }
    });
    // A closed connection is opened again, whatever the reason.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#isOpen = false;
      this.#prove();
      if (!this.#isStopped) this.#retry = setTimeout(() => this.#open(true), retryMs);
    });
  }

  /** Lets another connection open after this one was answered or closed. */
  #prove(): void {
    if (!this.#isUnproven) return;
    this.#isUnproven = false;
    this.#tally.unproven--;
  }

  #recordAnswer(qn: string): void {
    const sentAt = this.#sentAt.get(qn);
    if (sentAt === undefined) return;
    this.#sentAt.delete(qn);
    this.#prove();
    this.#tally.acknowledged++;
    this.#tally.times.push(performance.now() - sentAt);
  }
}
