import type { RangeResponse, Source } from 'pmtiles';

/** A file that is read in parts, as by HTTP range requests. */
export class PartsOfFile implements Source {
  readonly file: Uint8Array;
  readonly asked: [offset: number, length: number][] = [];

  constructor(file: Uint8Array) {
    this.file = new Uint8Array(file);
  }

  getKey = () => 'test';

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.asked.push([offset, length]);
    return { data: this.file.slice(offset, offset + length).buffer };
  }
}
