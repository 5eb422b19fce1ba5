import type { CrcMode } from './crc.ts';
import type { Packet } from './packet.ts';
import type { DecodeFailure } from './reasons.ts';
import {
  findHead,
  findSureHead,
  headLength,
  holdsEnd,
  isDoubleHash,
  isLineEnd,
  isStop,
  matchHead,
  readCrc,
  readLength,
  sureLength,
} from './scan.ts';
import { type Check, peekDevice, readSegment } from './segment.ts';
import { createSm4 } from './sm4.ts';

export interface DecoderOptions {
  crc?: CrcMode;
  /** SM4 key, 16 bytes. */
  key?: Uint8Array | undefined;
  /** The rules of the device that a segment names; undefined to use the options above. */
  checkOf?: ((mn: string) => Check | undefined) | undefined;
  /** Frames are handed on as they were sent as well. */
  keepsRaw?: boolean;
}

/**
 * `bytes` is the length of the frame without its line end, or of the refused bytes; `raw` is the frame, one character per
 * byte, and empty unless it is wanted.
 */
export type Decoded =
  | { ok: true; bytes: number; packet: Packet; raw: string }
  | { ok: false; bytes: number; reason: DecodeFailure; detail?: string | undefined };

export interface Decoder {
  push(chunk: Uint8Array): Decoded[];
  /** Ends the stream and refuses the unfinished rest. The decoder can be used again. */
  end(): Decoded[];
  /** CR and LF between frames so far; together with all `bytes` they add up to everything that was pushed. */
  readonly lineEnds: number;
  /** Bytes of a frame that is not complete yet. */
  readonly pending: number;
}

const maxFrame = 2 + 4 + 9999 + 4;
// Resynchronising inside a refused frame is limited to the standard's size: a longer frame is refused as a whole.
const maxStandardFrame = 2 + 4 + 1024 + 4;
const waiting = -1;
const nothing = new Uint8Array(0);
// Decoders run one after another, so they share one work space and each keeps only its unfinished rest.
const workSpace = Buffer.allocUnsafeSlow(64 * 1024);

export function createDecoder(options: DecoderOptions = {}): Decoder {
  const check = { crc: options.crc ?? 'hj212', sm4: options.key ? createSm4(options.key) : null };
  return new StreamDecoder(check, options.checkOf, options.keepsRaw ?? false);
}

class StreamDecoder implements Decoder {
  lineEnds = 0;
  readonly #check: Check;
  readonly #checkOf: DecoderOptions['checkOf'];
  readonly #keepsRaw: boolean;
  #found: Decoded[] = [];
  #rest: Uint8Array = nothing;
  /** Refused bytes that are not reported yet, because more of them may follow. */
  #reason: DecodeFailure = 'noise';
  #refused = 0;
  /** In the scanned bytes: the next certain head, and the position up to which there is none. */
  #sureHead = -1;
  #searched = 0;

  constructor(check: Check, checkOf: DecoderOptions['checkOf'], keepsRaw: boolean) {
    this.#check = check;
    this.#checkOf = checkOf;
    this.#keepsRaw = keepsRaw;
  }

  get pending(): number {
    return this.#rest.length;
  }

  push(chunk: Uint8Array): Decoded[] {
    for (let at = 0; at < chunk.length; ) {
      const kept = this.#rest.length;
      const part = chunk.subarray(at, at + workSpace.length - kept);
      workSpace.set(this.#rest);
      workSpace.set(part, kept);
      const bytes = workSpace.subarray(0, kept + part.length);
      const done = this.#scan(bytes, false);
      this.#rest = done < bytes.length ? new Uint8Array(bytes.subarray(done)) : nothing;
      at += part.length;
    }
    if (this.#reason === 'noise') this.#report();
    return this.#take();
  }

  end(): Decoded[] {
    const bytes = Buffer.from(this.#rest);
    this.#rest = nothing;
    this.#scan(bytes, true);
    this.#report();
    return this.#take();
  }

  #take(): Decoded[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Scans the bytes and returns how many are done; the rest is kept for the next push, except at the end. */
  #scan(bytes: Buffer, last: boolean): number {
    this.#sureHead = -1;
    this.#searched = 0;
    let at = 0;
    while (at < bytes.length) {
      const head = matchHead(bytes, at, bytes.length);
      if (head === 'whole') {
        const next = this.#readFrame(bytes, at, last);
        if (next === waiting) return at;
        at = next;
      } else if (head === 'partial' && !last) {
        return at;
      } else {
        at = this.#skip(bytes, at);
      }
    }
    return at;
  }

  #readFrame(bytes: Buffer, start: number, last: boolean): number {
    const text = start + headLength;
    const textEnd = text + readLength(bytes, start);
    const end = textEnd + 4;
    const misled = this.#holdsFrame(bytes, text, Math.min(end, bytes.length));
    if (end > bytes.length && !misled) {
      if (!last) return waiting;
      return this.#beginRefusal(holdsEnd(bytes, text, bytes.length) ? 'length' : 'incomplete', start);
    }
    const crc = misled ? -1 : readCrc(bytes, textEnd);
    const check = misled ? this.#check : this.#findCheck(bytes, text, textEnd);
    if (misled || (crc < 0 && check.crc !== 'none')) return this.#beginRefusal('length', start);
    const outcome = readSegment(bytes, text, textEnd, crc, check);
    if (!('reason' in outcome)) {
      this.#report();
      const raw = this.#keepsRaw ? bytes.toString('latin1', start, end) : '';
      this.#found.push({ ok: true, bytes: end - start, packet: outcome, raw });
      return end;
    }
    if (outcome.reason === 'length') return this.#beginRefusal('length', start);
    this.#report();
    const whole = outcome.trusted || end - start > maxStandardFrame;
    const next = whole ? end : findHead(bytes, start + 2, end);
    const { reason, detail } = outcome;
    this.#found.push({ ok: false, bytes: next - start, reason, detail });
    return next;
  }

  #findCheck(bytes: Buffer, from: number, to: number): Check {
    const device = this.#checkOf && peekDevice(bytes, from, to);
    return (device && this.#checkOf?.(device)) || this.#check;
  }

  /** Whether another frame begins in `[from, end)`; `from` only grows within a scan, so no byte is read twice. */
  #holdsFrame(bytes: Buffer, from: number, end: number): boolean {
    if (this.#sureHead < from && this.#searched < end) {
      this.#sureHead = findSureHead(bytes, Math.max(from, this.#searched), end);
      if (this.#sureHead < 0) this.#searched = end - sureLength + 1;
    }
    return this.#sureHead >= from && this.#sureHead + headLength <= end;
  }

  /** Begins to refuse bytes of unknown extent, up to the end of the line. */
  #beginRefusal(reason: DecodeFailure, start: number): number {
    this.#report();
    this.#reason = reason;
    this.#refused = 2;
    return start + 2;
  }

  /** Skips bytes that do not begin a frame. */
  #skip(bytes: Buffer, at: number): number {
    if (isLineEnd(bytes[at])) {
      if (this.#reason !== 'noise') this.#report();
      this.lineEnds++;
      return at + 1;
    }
    if (this.#reason === 'noise' && isDoubleHash(bytes, at) && bytes[at + 2] !== bytes[at]) {
      const cut = matchHead(bytes, at, bytes.length) === 'partial';
      return this.#beginRefusal(cut ? 'incomplete' : 'header', at);
    }
    const noise = this.#reason === 'noise';
    const limit = noise ? bytes.length : Math.min(bytes.length, at + maxFrame - this.#refused);
    let next = at + 1;
    while (next < limit && !isStop(bytes[next])) next++;
    this.#refused += next - at;
    if (!noise && this.#refused >= maxFrame) this.#report();
    return next;
  }

  #report(): void {
    if (this.#refused > 0) this.#found.push({ ok: false, bytes: this.#refused, reason: this.#reason });
    this.#reason = 'noise';
    this.#refused = 0;
  }
}
