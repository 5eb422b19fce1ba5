import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { BackupError } from './backup-error.ts';
import {
  type BackupCount,
  type BackupHeader,
  type BackupRecord,
  decodeRecords,
  doneSchema,
  endSchema,
  fileSchema,
  headerSchema,
  tableSchema,
} from './records.ts';

/** A table or a file. Its data must be read to the end, where it is checked, before the next entry is requested. */
export interface Section {
  kind: 'table' | 'file';
  name: string;
  columns: string[];
  data(): AsyncGenerator<Buffer>;
  /** Known once the data has been read; 0 for a file. */
  rows(): number;
}

export class BackupReader {
  readonly header: BackupHeader;
  readonly #next: NextRecord;
  readonly #file: string;
  readonly #count: BackupCount = { tables: 0, rows: 0, files: 0 };

  private constructor(header: BackupHeader, next: NextRecord, file: string) {
    this.header = header;
    this.#next = next;
    this.#file = file;
  }

  static async open(
    handle: FileHandle,
    range: { start: number; end: number },
    file: string,
    signal: AbortSignal,
  ): Promise<BackupReader> {
    const next = readRecords(handle, range, file, signal);
    return new BackupReader(readRecordJson(headerSchema, 'header', await next(), file), next, file);
  }

  /** Undefined once everything has been read and the backup is complete. */
  async nextSection(): Promise<Section | undefined> {
    const record = await this.#next();
    if (record?.kind === 'done') {
      const wanted = readRecordJson(doneSchema, 'done', record, this.#file);
      const { tables, rows, files } = this.#count;
      const same = wanted.tables === tables && wanted.rows === rows && wanted.files === files;
      if (!same || (await this.#next())) throw new BackupError('damaged', { file: this.#file });
      return undefined;
    }
    if (record?.kind === 'file') {
      const { name } = readRecordJson(fileSchema, 'file', record, this.#file);
      this.#count.files++;
      return this.#makeSection('file', name, []);
    }
    const { name, columns } = readRecordJson(tableSchema, 'table', record, this.#file);
    this.#count.tables++;
    return this.#makeSection('table', name, columns);
  }

  #makeSection(kind: Section['kind'], name: string, columns: string[]): Section {
    let rows = 0;
    const readData = async function* (this: BackupReader) {
      const hash = createHash('sha256');
      let record = await this.#next();
      for (; record?.kind === 'data'; record = await this.#next()) {
        hash.update(record.payload);
        yield record.payload;
      }
      const end = readRecordJson(endSchema, 'end', record, this.#file);
      if (end.sha256 !== hash.digest('hex')) throw new BackupError('damaged', { file: this.#file });
      rows = end.rows ?? 0;
      this.#count.rows += rows;
    };
    return { kind, name, columns, data: readData.bind(this), rows: () => rows };
  }
}

type NextRecord = () => Promise<BackupRecord | undefined>;

function readRecords(
  handle: FileHandle,
  range: { start: number; end: number },
  file: string,
  signal: AbortSignal,
): NextRecord {
  const plain = createZstdDecompress({ chunkSize: 256 * 1024 });
  // An error of either stream reaches the reader of the second.
  pipeline(handle.createReadStream({ ...range, autoClose: false, signal }), plain, () => undefined);
  const records = decodeRecords(plain);
  return async () => {
    try {
      return (await records.next()).value ?? undefined;
    } catch {
      signal.throwIfAborted();
      throw new BackupError('damaged', { file });
    }
  };
}

function readRecordJson<T extends TSchema>(
  schema: T,
  kind: BackupRecord['kind'],
  record: BackupRecord | undefined,
  file: string,
): Static<T> {
  const facts = record?.kind === kind ? parseJson(record.payload) : undefined;
  if (Check(schema, facts)) return facts;
  throw new BackupError('damaged', { file });
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}
