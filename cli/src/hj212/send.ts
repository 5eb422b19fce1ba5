import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDecoder, type Decoder } from '@limpid/hj212/decoder';
import { readExchange } from '@limpid/hj212/fields';
import { readInput } from '../input.ts';
import { printLine, readArguments, say, UsageError } from '../terminal.ts';
import { describeDecoded } from './describe.ts';
import { frameOptions, readFrameOptions } from './options.ts';
import { cutFrames, type Piece } from './pieces.ts';

const options = { ...frameOptions, timeout: { type: 'string' } } as const;
/** An execution result follows its request's answer, and nobody announces it. */
const lingerMilliseconds = 500;

/** Sends the frames of a file one after the other, as a station does, and prints what comes back. */
export async function send(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, options);
  const [target = '', ...files] = positionals;
  const frameFacts = readFrameOptions(values);
  const seconds = readSeconds(values.timeout ?? '10');
  const address = readTarget(target);
  const pieces = cutFrames(await readInput(files), frameFacts);
  const exchange = new Exchange(createDecoder(frameFacts));
  const socket = await openSocket(address, target, seconds);
  exchange.listen(socket);
  for (const piece of pieces) await exchange.send(socket, piece, seconds * 1000);
  await exchange.linger();
  socket.destroy();
  process.stderr.write(`${say('cli.sent', exchange.count)}\n`);
  if (exchange.count.unanswered > 0) process.exitCode = 1;
}

interface Sent {
  number: number;
  at: number;
  qn: string | null;
}

/** What was sent and is still to be answered. */
class Exchange {
  readonly count = { sent: 0, answers: 0, unanswered: 0 };
  readonly #decoder: Decoder;
  readonly #sent: Sent[] = [];
  #answered = () => {};
  #closed = false;

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  listen(socket: Socket): void {
    socket.on('data', (chunk) => {
      for (const decoded of this.#decoder.push(chunk)) {
        if (!decoded.ok && decoded.reason === 'noise') continue;
        this.count.answers++;
        const qn = decoded.ok ? readExchange(decoded.packet) : null;
        const to = this.#sent.findLast((sent) => sent.qn === qn) ?? this.#sent.at(-1);
        const ms = to && Math.round((performance.now() - to.at) * 100) / 100;
        printLine({ at: new Date().toISOString(), ms, frame: to?.number, ...describeDecoded(decoded) });
        if (to === this.#sent.at(-1)) this.#answered();
      }
    });
    socket.on('close', () => {
      this.#closed = true;
      this.#answered();
    });
    socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
  }

  /** A frame that wants an answer is given time for one before the next is sent. */
  async send(socket: Socket, { bytes, packet }: Piece, milliseconds: number): Promise<void> {
    const number = ++this.count.sent;
    this.#sent.push({ number, at: performance.now(), qn: packet ? readExchange(packet) : null });
    const answer = new Promise<boolean>((done) => (this.#answered = () => done(!this.#closed)));
    socket.write(bytes);
    if (!packet?.wantsAnswer) return;
    const given = new AbortController();
    const late = wait(milliseconds, false, { signal: given.signal }).catch(() => false);
    const arrived = await Promise.race([answer, late]);
    given.abort();
    if (arrived) return;
    this.count.unanswered++;
    printLine({ frame: number, ok: false, reason: this.#closed ? 'closed' : 'timeout', qn: packet.qn });
  }

  async linger(): Promise<void> {
    if (!this.#closed) await wait(lingerMilliseconds);
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new UsageError(say('cli.timeout', { text }));
}

function readTarget(target: string): { host: string; port: number } {
  const match = /^(?:\[([\da-f:.]+)\]|([^:]+)):(\d{1,5})$/i.exec(target);
  const port = Number(match?.[3]);
  if (!match || port < 1 || port > 65_535) throw new UsageError(say('cli.target', { target }));
  return { host: match[1] ?? match[2] ?? '', port };
}

function openSocket(address: { host: string; port: number }, target: string, seconds: number) {
  return new Promise<Socket>((opened, failed) => {
    const socket = connect({ ...address, timeout: seconds * 1000 });
    const fail = (problem: string) => {
      socket.destroy();
      failed(new UsageError(say('cli.unreachable', { target, problem })));
    };
    socket.once('timeout', () => fail('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('connect', () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      opened(socket);
    });
  });
}
