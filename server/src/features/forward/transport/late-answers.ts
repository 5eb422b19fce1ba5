import type { ForwardFrame } from './hj212-packet.rule.ts';

const maxFrames = 1000;

/**
 * Frames whose answer has not come in time. An answer between two tries counts for the second one if it has the same
 * content: a receiver that always answers too late would otherwise never be believed.
 */
export class LateAnswers {
  readonly #frames = new Map<string, { frame: Buffer; isAccepted: boolean }>();

  expect(exchange: string, { frame }: ForwardFrame): void {
    this.#frames.delete(exchange);
    this.#frames.set(exchange, { frame, isAccepted: false });
    if (this.#frames.size <= maxFrames) return;
    for (const oldest of this.#frames.keys()) {
      this.#frames.delete(oldest);
      return;
    }
  }

  accept(exchange: string): void {
    const late = this.#frames.get(exchange);
    if (late) late.isAccepted = true;
  }

  /** Whether the same frame has been accepted in the meantime. It is expected no longer. */
  take(exchange: string, { frame }: ForwardFrame): boolean {
    const late = this.#frames.get(exchange);
    this.#frames.delete(exchange);
    return late?.isAccepted === true && late.frame.equals(frame);
  }

  clear(): void {
    this.#frames.clear();
  }
}
