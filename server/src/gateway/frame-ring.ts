/** A frame as it was on the wire. */
export interface RecordedFrame {
  at: number;
  isSent: boolean;
  /** One character per byte. */
  raw: string;
}

/** Bounds the memory: with 10,000 stations it is about 30 MB. */
const capacity = 10;

/** The last frames of the stations of a connection, in both directions. */
export class FrameRings {
  readonly #rings = new Map<string, { frames: RecordedFrame[]; next: number }>();

  add(mn: string, frame: RecordedFrame): void {
    const ring = this.#rings.get(mn) ?? { frames: [], next: 0 };
    this.#rings.set(mn, ring);
    ring.frames[ring.next] = frame;
    ring.next = (ring.next + 1) % capacity;
  }

  /** Oldest first. */
  list(mn: string): RecordedFrame[] {
    const { frames, next } = this.#rings.get(mn) ?? { frames: [], next: 0 };
    return [...frames.slice(next), ...frames.slice(0, next)];
  }
}
