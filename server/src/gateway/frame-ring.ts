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

  /** Called for every frame, so the place of an old one is used again instead of allocating another. */
  add(mn: string, at: number, isSent: boolean, raw: string): void {
    let ring = this.#rings.get(mn);
    if (!ring) {
      ring = { frames: [], next: 0 };
      this.#rings.set(mn, ring);
    }
    const frame = ring.frames[ring.next];
    if (frame) {
      frame.at = at;
      frame.isSent = isSent;
      frame.raw = raw;
    } else {
      ring.frames.push({ at, isSent, raw });
    }
    ring.next = ring.next === capacity - 1 ? 0 : ring.next + 1;
  }

  /** Oldest first; later frames do not change the list. */
  list(mn: string): RecordedFrame[] {
    const { frames, next } = this.#rings.get(mn) ?? { frames: [], next: 0 };
    return [...frames.slice(next), ...frames.slice(0, next)].map((frame) => ({ ...frame }));
  }
}
