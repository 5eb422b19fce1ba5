import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDecoder, type Decoded, type DecoderOptions } from '@limpid/hj212/decoder';
import { readExchange } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { printLine } from '../terminal.ts';
import { describeDecoded } from './describe.ts';
import type { Piece } from './pieces.ts';

interface Sent {
  number: number;
  at: number;
  qn: string | null;
  mn: string | null;
}

/** An execution result follows its request's answer, and nobody announces it. */
const lingerMilliseconds = 500;
/** Enough to tell the answers of a station that does not wait; older ones are too late anyway. */
const remembered = 1000;

/** One conversation: what was sent, what came back, and which answers belong to which frames. */
export class Exchange {
  readonly count = { sent: 0, answers: 0, unanswered: 0 };
  readonly #socket: Socket;
  readonly #decoder;
  /** Milliseconds an answer, or a slow reader, is given. */
  readonly #patience: number;
  readonly #sent: Sent[] = [];
  #isClosed = false;
  /** The last frame that has been answered. */
  #answered = 0;
  /** Called when the last frame is answered, or cannot be any more. */
  #settle = () => {};

  constructor(socket: Socket, options: DecoderOptions, patience: number) {
    this.#socket = socket;
    this.#patience = patience;
    this.#decoder = createDecoder(options);
    socket.on('data', (chunk) => this.#receive(this.#decoder.push(chunk)));
    socket.on('close', () => {
      this.#isClosed = true;
      this.#settle();
    });
    socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
  }

  /** A frame that wants an answer is given time for one before the next is sent. False once the peer has gone. */
  async send({ bytes, packet }: Piece): Promise<boolean> {
    if (this.#isClosed) return false;
    const number = ++this.count.sent;
    const qn = packet ? readExchange(packet) : null;
    this.#sent.push({ number, at: performance.now(), qn, mn: packet?.mn ?? null });
    if (this.#sent.length > remembered) this.#sent.shift();
    const settled = new Promise<void>((done) => (this.#settle = done));
    if (!this.#socket.write(bytes)) {
      await this.#within(Promise.race([once(this.#socket, 'drain'), settled]));
      if (this.#socket.writableNeedDrain) this.#socket.destroy();
    }
    if (!packet?.wantsAnswer) return true;
    await this.#within(settled);
    if (this.#answered === number) return true;
    this.count.unanswered++;
    printLine({ frame: number, ok: false, reason: this.#isClosed ? 'closed' : 'timeout', qn: packet.qn });
    return true;
  }

  /** Waits, but not for ever. */
  async #within(what: Promise<unknown>): Promise<void> {
    const given = new AbortController();
    const late = wait(this.#patience, undefined, { signal: given.signal }).catch(() => {});
    await Promise.race([what, late]);
    given.abort();
  }

  #receive(decoded: Decoded[]): void {
    for (const one of decoded) {
      if (!one.ok && one.reason === 'noise') continue;
      const to = one.ok ? this.#findSent(one.packet) : undefined;
      const ms = to && Math.round((performance.now() - to.at) * 100) / 100;
      printLine({ at: new Date().toISOString(), ms, frame: to?.number, ...describeDecoded(one) });
      if (!to) continue;
      this.count.answers++;
      this.#answered = to.number;
      if (to === this.#sent.at(-1)) this.#settle();
    }
  }

  /** What a packet answers: the same exchange of the same station. */
  #findSent(packet: Packet): Sent | undefined {
    const qn = readExchange(packet);
    return this.#sent.findLast((sent) => sent.qn === qn && (sent.mn === packet.mn || packet.mn === null));
  }

  /** Waits until everything has left and the last answers have come. */
  async finish(): Promise<void> {
    if (!this.#isClosed) await wait(lingerMilliseconds);
    if (this.#isClosed) return;
    await this.#within(new Promise<void>((flushed) => this.#socket.end(flushed)));
    this.#socket.destroy();
  }
}
