/** Writes safe integers as varints of seven bits per byte, signed ones in zigzag form. */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #end = 0;

  unsigned(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#end++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#end++] = rest;
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  }

  bytes(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#end);
    this.#end += value.length;
  }

  /** The bytes written so far; valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #room(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + more));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

export class VarintReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error('The bytes end inside a number.');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** The unread bytes. */
  rest(): Buffer {
    return this.bytes(this.#bytes.length - this.#at);
  }

  bytes(length: number): Buffer {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error('The bytes end too early.');
    return this.#bytes.subarray(start, this.#at);
  }
}
