import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A stream for a client that wants one at once, of a socket that is still being opened: what is written waits for it. */
export class PendingSocket extends Duplex {
  readonly #open: () => Promise<Socket>;
  #socket: Socket | undefined;

  constructor(open: () => Promise<Socket>) {
    super();
    this.#open = open;
  }

  override _construct(done: (error?: Error) => void): void {
    this.#open().then((socket) => {
      this.#socket = socket;
      socket.on('data', (chunk) => {
        if (!this.push(chunk)) socket.pause();
      });
      socket.on('end', () => this.push(null));
      socket.on('error', (error) => this.destroy(error)).on('close', () => this.destroy());
      done();
    }, done);
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#socket) this.#socket.write(chunk, done);
    else done(new Error('the socket is not open'));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }
}
