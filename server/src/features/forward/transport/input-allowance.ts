import { MINUTE_MS } from '@limpid/contract/durations';

const bytesPerPacket = 1024;
const bytesPerMinute = 256 * 1024;
const maxUnanswered = 10_000;

/**
 * What a receiver may send in a minute: so much for each packet, and some more for commands and heartbeats. A receiver that
 * sends without end costs no more than that.
 */
export class InputAllowance {
  #since = Number.NEGATIVE_INFINITY;
  #packets = 0;
  #bytes = 0;

  addPacket(): void {
    this.#packets++;
  }

  /** False if these bytes are too many. */
  take(bytes: number, now: number): boolean {
    if (now - this.#since > MINUTE_MS) {
      this.#since = now;
      // Those of the last minute may still be answered.
      this.#packets = Math.min(this.#packets, maxUnanswered);
      this.#bytes = 0;
    }
    this.#bytes += bytes;
    return this.#bytes <= bytesPerMinute + this.#packets * bytesPerPacket;
  }
}
