import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDecoder, type Decoded, type DecoderOptions } from '@limpid/hj212/decoder';
import { readExchange } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { printLine } from '../terminal.ts';
import { type AnswerFault, findAnswerFault } from './acknowledgement.ts';
import { describeDecoded } from './describe.ts';
import type { Piece } from './pieces.ts';

interface Sent {
  number: number;
  at: number;
  qn: string | null;
  packet: Packet | undefined;
  isAcknowledged: boolean;
  fault: AnswerFault | undefined;
}

/** A frame that was not acknowledged: its number in the file, and the reason. */
interface Failure {
  frame: number;
  reason: string;
  detail?: string | undefined;
  qn?: string | null;
}

/** How long to wait for an execution result, which follows the answer to a request without notice. */
const lingerMilliseconds = 500;
/**
 * How many unanswered frames are remembered, for stations that do not wait; answers to older ones are too late anyway.
 */
const remembered = 1000;

/** One connection: sends frames, prints the responses, and matches answers to frames. */
export class Exchange {
  readonly count = { sent: 0, acknowledged: 0, unasked: 0 };
  readonly failures: Failure[] = [];
  readonly #socket: Socket;
  readonly #decoder;
  /** Timeout in milliseconds for an answer, and for a slow reader. */
  readonly #timeoutMs: number;
  readonly #sent: Sent[] = [];
  /** Frames that request no answer. They are judged at the end, because an answer may arrive nevertheless. */
  readonly #unasked: Sent[] = [];
  #isClosed = false;
  /** Called when the last frame is answered, or can no longer be answered. */
  #settle = () => {};

  constructor(socket: Socket, options: DecoderOptions, timeoutMs: number) {
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
    this.#decoder = createDecoder(options);
    socket.on('data', (chunk) => this.#receive(this.#decoder.push(chunk)));
    socket.on('close', () => {
      this.#isClosed = true;
      this.#settle();
    });
    socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
  }

  /** Sends a frame; if it requests an answer, waits for the answer before the next frame. */
  async send({ bytes, packet, flaw, isFrame }: Piece): Promise<void> {
    // Bytes outside frames are sent unchanged; a gateway never acknowledges them.
    if (!isFrame) {
      if (!this.#isClosed) await this.#write(bytes, new Promise(() => {}));
      return;
    }
    const number = ++this.count.sent;
    const qn = packet ? readExchange(packet) : null;
    if (this.#isClosed) return this.#fail({ frame: number, reason: 'unsent', qn });
    const sent: Sent = { number, at: performance.now(), qn, packet, isAcknowledged: false, fault: undefined };
    this.#sent.push(sent);
    if (this.#sent.length > remembered) this.#sent.shift();
    const settled = new Promise<void>((done) => (this.#settle = done));
    await this.#write(bytes, settled);
    if (!packet) return this.#fail({ frame: number, ...flaw, reason: flaw?.reason ?? 'incomplete' });
    if (!packet.wantsAnswer) {
      if (this.#isClosed) return this.#fail({ frame: number, reason: 'closed', qn });
      this.#unasked.push(sent);
      return;
    }
    await this.#within(settled);
    if (sent.isAcknowledged) this.count.acknowledged++;
    else this.#fail({ frame: number, ...this.#explain(sent), qn });
  }

  #explain({ fault }: Sent): Pick<Failure, 'reason' | 'detail'> {
    return fault ?? { reason: this.#isClosed ? 'closed' : 'timeout' };
  }

  #fail(failure: Failure): void {
    this.failures.push(failure);
    const { frame, ...facts } = failure;
    printLine({ frame, ok: false, ...facts });
  }

  async #write(bytes: Uint8Array, settled: Promise<void>): Promise<void> {
    if (this.#socket.write(bytes)) return;
    await this.#within(Promise.race([once(this.#socket, 'drain'), settled]));
    if (this.#socket.writableNeedDrain) this.#socket.destroy();
  }

  /** Waits for the promise, but no longer than the timeout. */
  async #within(what: Promise<unknown>): Promise<void> {
    const given = new AbortController();
    const late = wait(this.#timeoutMs, undefined, { signal: given.signal }).catch(() => {});
    await Promise.race([what, late]);
    given.abort();
  }

  #receive(decoded: Decoded[]): void {
    for (const one of decoded) {
      if (!one.ok && one.reason === 'noise') continue;
      const to = one.ok ? this.#findSent(one.packet) : undefined;
      const ms = to && Math.round((performance.now() - to.at) * 100) / 100;
      printLine({ at: new Date().toISOString(), ms, frame: to?.number, ...describeDecoded(one) });
      if (one.ok && to?.packet) this.#judge(to, to.packet, one.packet);
    }
  }

  #judge(to: Sent, sent: Packet, answer: Packet): void {
    const fault = findAnswerFault(sent, answer);
    if (fault) to.fault = fault;
    else to.isAcknowledged = true;
    if (fault?.reason !== 'wrongAnswer' && to === this.#sent.at(-1)) this.#settle();
  }

  /** The sent frame that a packet answers: the same exchange (QN) of the same station. */
  #findSent(packet: Packet): Sent | undefined {
    const qn = readExchange(packet);
    return this.#sent.findLast(
      (sent) => sent.qn === qn && (sent.packet?.mn === packet.mn || packet.mn === null),
    );
  }

  /** Waits until everything has been sent and the last answers have arrived. */
  async finish({ allowUnasked }: { allowUnasked: boolean }): Promise<void> {
    await this.#end();
    for (const { number, qn, isAcknowledged, fault } of this.#unasked) {
      if (isAcknowledged) this.count.acknowledged++;
      else if (fault) this.#fail({ frame: number, ...fault, qn });
      else if (allowUnasked) this.count.unasked++;
      else this.#fail({ frame: number, reason: 'unasked', qn });
    }
    this.failures.sort((one, other) => one.frame - other.frame);
  }

  async #end(): Promise<void> {
    if (!this.#isClosed) await wait(lingerMilliseconds);
    if (this.#isClosed) return;
    await this.#within(new Promise<void>((flushed) => this.#socket.end(flushed)));
    this.#socket.destroy();
  }
}
