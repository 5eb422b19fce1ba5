import type { Socket } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { CrcMode } from '@limpid/hj212/crc';
import { createDecoder, type Decoder } from '@limpid/hj212/decoder';
import { resetConnection } from '../../../platform/outbound/connect.ts';
import { ForwardFailure } from '../target.ts';
import { FrameQueue } from './frame-queue.ts';
import { type DataReceipt, readReceipt } from './hj212-answer.rule.ts';
import type { ForwardFrame } from './hj212-packet.rule.ts';
import { InputAllowance } from './input-allowance.ts';
import { LateAnswers } from './late-answers.ts';

interface LineOptions {
  open(): Promise<Socket>;
  crc: CrcMode;
  wantsAnswer: boolean;
  answerMs: number;
  minGapMs: number;
  /** Whether packets of several sites are sent over it. */
  isShared: boolean;
}

/** A packet on its way: it ends when all of its frames are accepted, or with the first failure. */
interface PendingPacket {
  cn: string;
  isBacklog: boolean;
  frames: PendingFrame[];
  /** Frames without acceptance, and those of them that were written. */
  left: number;
  written: number;
  isOver: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve(): void;
  reject(failure: ForwardFailure): void;
}

interface PendingFrame extends ForwardFrame {
  exchange: string;
  packet: PendingPacket;
}

/** A receiver that takes or says nothing for so many times the time of an answer is gone. */
const silentAnswers = 3;
/** Answers carry QN and MN; some receivers write the MN in capitals. */
const exchangeOf = (qn: string, mn: string) => `${qn} ${mn.toUpperCase()}`;

/**
 * One TCP connection to a receiver of HJ 212, opened for the first packet and again for the first one after a loss. Frames
 * are written in the order of `send`, but current data before the backlog, many of them before the first answer; what the
 * socket does not take yet waits here.
 *
 * Without answers, a packet counts as accepted when the kernel has taken it: what is lost when the receiver or the network
 * fails before the data arrive there is not noticed.
 */
export class ReceiverLine {
  readonly #options: LineOptions;
  readonly #queue = new FrameQueue<PendingPacket, PendingFrame>();
  readonly #inFlight = new Map<string, PendingFrame>();
  readonly #late = new LateAnswers();
  #socket: Socket | undefined;
  #decoder: Decoder = createDecoder();
  #isOpening = false;
  #isClosed = false;
  #isCorked = false;
  #lastWriteAt = Number.NEGATIVE_INFINITY;
  #gapTimer: NodeJS.Timeout | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  /** Since when the receiver owes an answer and has sent nothing. */
  #silentSince: number | undefined;
  #allowance = new InputAllowance();

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Sends the frames of a packet; fails with a `ForwardFailure`. */
  send(
    mn: string,
    { cn, isBacklog }: Pick<PendingPacket, 'cn' | 'isBacklog'>,
    frames: readonly ForwardFrame[],
  ): Promise<void> {
    if (this.#isClosed) return Promise.reject(new ForwardFailure('connection', 'closed'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const packet: PendingPacket = {
      cn,
      isBacklog,
      frames: [],
      left: frames.length,
      written: 0,
      isOver: false,
      timer: undefined,
      resolve,
      reject,
    };
    packet.frames = frames.map((each) => ({ ...each, exchange: exchangeOf(each.qn, mn), packet }));
    this.#queue.add(packet.frames);
    this.#pump();
    return promise;
  }

  /** Ends everything at once. */
  close(): void {
    this.#isClosed = true;
    this.#abort('closed');
  }

  #open(): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#options.open().then(
      (socket) => {
        this.#isOpening = false;
        if (this.#isClosed) resetConnection(socket);
        else this.#adopt(socket);
      },
      (error: unknown) => {
        this.#isOpening = false;
        this.#lose(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #adopt(socket: Socket): void {
    this.#socket = socket;
    this.#decoder = createDecoder({ crc: this.#options.crc });
    this.#allowance = new InputAllowance();
    let reason = 'closed by the receiver';
    socket.setNoDelay(true).setKeepAlive(true, MINUTE_MS);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message;
    });
    // The receiver has ended its side: packets in flight get no answer, and queued ones no reader.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      if (this.#socket === socket) this.#lose(reason);
    });
    socket.on('data', (chunk) => {
      if (this.#socket === socket) this.#receive(chunk);
    });
    socket.on('drain', () => {
      clearTimeout(this.#stallTimer);
      this.#pump();
    });
    this.#pump();
  }

  /** Writes what may be written now. */
  #pump(): void {
    for (let frame = this.#queue.first(); frame; frame = this.#queue.first()) {
      const { packet, exchange } = frame;
      if (packet.isOver) {
        this.#queue.takeFirst();
        continue;
      }
      const socket = this.#socket;
      if (!socket) return this.#open();
      // Answers name only MN and QN, so the second packet with the same QN waits.
      if (this.#inFlight.has(exchange) || socket.writableNeedDrain) return;
      const gap = this.#lastWriteAt + this.#options.minGapMs - performance.now();
      if (gap > 0) return this.#wait(gap);
      this.#queue.takeFirst();
      if (this.#late.take(exchange, frame)) this.#accept(frame);
      else this.#write(socket, frame);
    }
  }

  #wait(ms: number): void {
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = undefined;
      this.#pump();
    }, Math.ceil(ms));
  }

  #write(socket: Socket, frame: PendingFrame): void {
    const { packet } = frame;
    const { answerMs, wantsAnswer } = this.#options;
    this.#inFlight.set(frame.exchange, frame);
    packet.written++;
    this.#lastWriteAt = performance.now();
    this.#allowance.addPacket();
    this.#cork(socket);
    if (wantsAnswer) {
      this.#silentSince ??= this.#lastWriteAt;
      clearTimeout(packet.timer);
      packet.timer = setTimeout(() => this.#expire(packet), answerMs);
      socket.write(frame.frame);
    } else {
      socket.write(frame.frame, (error) => {
        if (!error && this.#inFlight.get(frame.exchange) === frame) this.#settle(frame);
      });
    }
    if (!socket.writableNeedDrain) return;
    clearTimeout(this.#stallTimer);
    this.#stallTimer = setTimeout(() => this.#abort('the receiver takes no data'), silentAnswers * answerMs);
  }

  /** Packets that are sent at the same moment leave in one system call. */
  #cork(socket: Socket): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    socket.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      socket.uncork();
    });
  }

  #receive(chunk: Buffer): void {
    for (const found of this.#decoder.push(chunk)) {
      const receipt = found.ok ? readReceipt(found.packet) : undefined;
      if (receipt) this.#take(receipt);
    }
    const now = performance.now();
    this.#silentSince = this.#inFlight.size > 0 ? now : undefined;
    if (!this.#allowance.take(chunk.length, now)) this.#abort('the receiver sends more than answers');
  }

  #take({ qn, mn, about, refusal }: DataReceipt): void {
    const exchange = exchangeOf(qn, mn);
    const frame = this.#inFlight.get(exchange);
    if (!frame) {
      if (refusal === undefined) this.#late.accept(exchange);
    } else if (about === undefined || about === frame.packet.cn) {
      if (refusal === undefined) this.#settle(frame);
      else this.#fail(frame.packet, new ForwardFailure('refused', refusal));
    }
  }

  /** A frame that was written is accepted. */
  #settle(frame: PendingFrame): void {
    this.#inFlight.delete(frame.exchange);
    frame.packet.written--;
    this.#accept(frame);
    this.#pump();
  }

  #accept({ packet }: PendingFrame): void {
    packet.left--;
    if (packet.written === 0) clearTimeout(packet.timer);
    if (packet.left > 0) return;
    packet.isOver = true;
    packet.resolve();
  }

  #fail(packet: PendingPacket, failure: ForwardFailure): void {
    if (packet.isOver) return;
    packet.isOver = true;
    clearTimeout(packet.timer);
    for (const frame of packet.frames) {
      if (this.#inFlight.get(frame.exchange) === frame) this.#inFlight.delete(frame.exchange);
    }
    packet.reject(failure);
    this.#pump();
  }

  #expire(packet: PendingPacket): void {
    const { answerMs } = this.#options;
    for (const frame of packet.frames) {
      if (this.#inFlight.get(frame.exchange) === frame) this.#late.expect(frame.exchange, frame);
    }
    const silence = performance.now() - (this.#silentSince ?? performance.now());
    this.#fail(packet, new ForwardFailure('timeout', `no answer in ${answerMs} ms`));
    if (silence >= silentAnswers * answerMs) this.#abort('the receiver is silent');
  }

  #abort(detail: string): void {
    const socket = this.#socket;
    this.#lose(detail);
    if (socket) resetConnection(socket);
  }

  /** The connection is gone, and with it all packets that have not been answered or written. */
  #lose(detail: string): void {
    this.#socket = undefined;
    this.#silentSince = undefined;
    this.#lastWriteAt = Number.NEGATIVE_INFINITY;
    this.#late.clear();
    clearTimeout(this.#gapTimer);
    clearTimeout(this.#stallTimer);
    this.#gapTimer = undefined;
    const sent = new Set(Array.from(this.#inFlight.values(), ({ packet }) => packet));
    const lost = new Set([...sent, ...this.#queue.takeAll().map(({ packet }) => packet)]);
    this.#inFlight.clear();
    const sentOver = this.#options.isShared ? 'shared' : 'own';
    for (const packet of lost)
      this.#fail(packet, new ForwardFailure('connection', detail, sent.has(packet) ? sentOver : undefined));
  }
}
