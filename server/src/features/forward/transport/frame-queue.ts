/** A packet of several frames, which stay together. */
interface Framed<P> {
  packet: P;
}

/**
 * Frames that wait to be written, current data before those of the backlog. A packet of which a part was taken is finished
 * first: its receiver may not expect others in between.
 */
export class FrameQueue<P extends { isBacklog: boolean }, F extends Framed<P>> {
  #current: F[] = [];
  #backlog: F[] = [];
  #begun: P | undefined;

  add(frames: readonly F[]): void {
    for (const frame of frames) (frame.packet.isBacklog ? this.#backlog : this.#current).push(frame);
  }

  first(): F | undefined {
    return this.#next()[0];
  }

  takeFirst(): F | undefined {
    const frame = this.#next().shift();
    this.#begun = frame?.packet;
    return frame;
  }

  /** Empties it. */
  takeAll(): F[] {
    const all = [...this.#current, ...this.#backlog];
    this.#current = [];
    this.#backlog = [];
    this.#begun = undefined;
    return all;
  }

  #next(): F[] {
    const [frame] = this.#backlog;
    const goesOn = frame && frame.packet === this.#begun;
    return goesOn || this.#current.length === 0 ? this.#backlog : this.#current;
  }
}
