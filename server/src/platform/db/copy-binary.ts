import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** PostgreSQL's binary COPY format: a signature, flags and an empty extension, then rows, then -1. */
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const trailer = Buffer.from([0xff, 0xff]);
/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1);
const chunk = 64 * 1024;

/** Rows to be sent to the database; every value is written with the width of its column's type. */
export class CopyRows {
  count = 0;
  #bytes = Buffer.allocUnsafe(chunk);
  #end = 0;

  startRow(columns: number): void {
    this.#room(2);
    this.#end = this.#bytes.writeInt16BE(columns, this.#end);
    this.count++;
  }

  null(): void {
    this.#room(4);
    this.#end = this.#bytes.writeInt32BE(-1, this.#end);
  }

  int2(value: number): void {
    this.#size(2);
    this.#end = this.#bytes.writeInt16BE(value, this.#end);
  }

  int4(value: number): void {
    this.#size(4);
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }

  int8(value: number): void {
    this.#size(8);
    const high = Math.floor(value / 0x1_0000_0000);
    this.#end = this.#bytes.writeInt32BE(high, this.#end);
    this.#end = this.#bytes.writeUInt32BE(value - high * 0x1_0000_0000, this.#end);
  }

  /** Writes epoch milliseconds as a timestamp. */
  timestamp(value: number): void {
    this.int8((value - epoch) * 1000);
  }

  real(value: number): void {
    this.#size(4);
    this.#end = this.#bytes.writeFloatBE(value, this.#end);
  }

  flag(value: boolean): void {
    this.#size(1);
    this.#end = this.#bytes.writeUInt8(value ? 1 : 0, this.#end);
  }

  bytes(value: Uint8Array): void {
    this.#size(value.length);
    this.#bytes.set(value, this.#end);
    this.#end += value.length;
  }

  text(value: string): void {
    this.bytes(Buffer.from(value));
  }

  /** The bytes of the rows so far. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #size(bytes: number): void {
    this.#room(4 + bytes);
    this.#end = this.#bytes.writeInt32BE(bytes, this.#end);
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + bytes));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Sends the rows; `statement` is a `copy … from stdin (format binary)`. */
export async function copyIn(client: pg.PoolClient, statement: string, rows: CopyRows): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const done = once(stream, 'finish');
  stream.write(header);
  stream.write(rows.view());
  stream.end(trailer);
  await done;
}

/** A received row; values are read in the order of the columns. */
export class CopyRow {
  #bytes: Buffer = Buffer.alloc(0);
  /** Reads numbers several times as fast as the buffer does. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;

  /** Takes the bytes of the following rows. */
  load(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Returns the start of the next row if the row at `at` is complete, otherwise -1. */
  open(at: number): number {
    const view = this.#view;
    const end = view.byteLength;
    if (at + 2 > end) return -1;
    const columns = view.getInt16(at);
    let next = at + 2;
    for (let column = 0; column < columns; column++) {
      if (next + 4 > end) return -1;
      const length = view.getInt32(next);
      next += length > 0 ? 4 + length : 4;
    }
    if (next > end) return -1;
    this.#at = at + 2;
    return next;
  }

  int2(): number {
    return this.#take(2) ? this.#view.getInt16(this.#at - 2) : 0;
  }

  int2OrNull(): number | null {
    return this.#take(2) ? this.#view.getInt16(this.#at - 2) : null;
  }

  int4(): number {
    return this.#take(4) ? this.#view.getInt32(this.#at - 4) : 0;
  }

  int8(): number {
    if (!this.#take(8)) return 0;
    return this.#view.getInt32(this.#at - 8) * 0x1_0000_0000 + this.#view.getUint32(this.#at - 4);
  }

  /** Reads a timestamp as epoch milliseconds. */
  timestamp(): number {
    return this.int8() / 1000 + epoch;
  }

  /** NaN for null. */
  real(): number {
    return this.#take(4) ? this.#view.getFloat32(this.#at - 4) : Number.NaN;
  }

  bytes(): Buffer | null {
    const length = this.#view.getInt32(this.#at);
    this.#at += 4 + Math.max(0, length);
    return length < 0 ? null : this.#bytes.subarray(this.#at - length, this.#at);
  }

  #take(width: number): boolean {
    const length = this.#view.getInt32(this.#at);
    this.#at += 4 + (length < 0 ? 0 : width);
    return length >= 0;
  }
}

/** Reads the rows that `query` selects; a row is valid only until the next one is read. */
export async function copyOut(
  client: pg.PoolClient,
  query: string,
  onRow: (row: CopyRow) => void,
): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  const row = new CopyRow();
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  for await (const part of stream) {
    let bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    if (!started) {
      if (bytes.length < header.length) {
        rest = bytes;
        continue;
      }
      started = true;
      bytes = bytes.subarray(header.length);
    }
    let at = 0;
    row.load(bytes);
    while (at + 2 <= bytes.length && bytes.readInt16BE(at) >= 0) {
      const next = row.open(at);
      if (next < 0) break;
      onRow(row);
      at = next;
    }
    rest = Buffer.from(bytes.subarray(at));
  }
}
