import Type, { type Static } from 'typebox';

/*
 * The content inside the envelope: a header, then every table and every file as a start, data and an end, then one
 * final record. A record is a letter, the length of the rest (32 bits, big-endian), and JSON or bytes.
 */

const letters = { header: 'H', table: 'T', file: 'F', data: 'D', end: 'E', done: 'Z' } as const;
type RecordKind = keyof typeof letters;
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter.charCodeAt(0), kind]));
const headLength = 5;
/** Far above the size of written records, and low enough that a corrupt length does not fill the memory. */
const longestRecord = 64 * 1024 * 1024;

export interface BackupRecord {
  kind: RecordKind;
  payload: Buffer;
}

const names = Type.Array(Type.String());

export const headerSchema = Type.Object({
  /** The release that made the backup. */
  version: Type.String(),
  postgres: Type.String(),
  createdAt: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  tables: names,
  partitions: Type.Array(Type.Object({ name: Type.String(), parent: Type.String(), bound: Type.String() })),
  /** Values are texts, because they may exceed the range of exact numbers in JSON. */
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), called: Type.Boolean() })),
  /** Where the encryption key of secrets is: a setting or a file, never the key itself. */
  key: Type.Optional(Type.String()),
});
export const tableSchema = Type.Object({ name: Type.String(), columns: names });
export const fileSchema = Type.Object({ name: Type.String() });
export const endSchema = Type.Object({
  /** Absent for a file. */
  rows: Type.Optional(Type.Integer()),
  bytes: Type.Integer(),
  sha256: Type.String(),
});
export const doneSchema = Type.Object({
  tables: Type.Integer(),
  rows: Type.Integer(),
  files: Type.Integer(),
});

export type BackupHeader = Static<typeof headerSchema>;
export type SectionEnd = Static<typeof endSchema>;
export type TableFacts = Static<typeof tableSchema>;
export type BackupCount = Static<typeof doneSchema>;

export function encodeRecord(kind: RecordKind, content: Buffer | object): Buffer {
  const payload = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const head = Buffer.alloc(headLength);
  head.write(letters[kind], 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/** Splits bytes into records; throws at an invalid record. */
export async function* decodeRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headLength) {
      const kind = kinds.get(rest.readUInt8(0));
      const end = headLength + rest.readUInt32BE(1);
      if (!isKind(kind) || end > longestRecord) throw new Error('invalid record');
      if (rest.length < end) break;
      yield { kind, payload: rest.subarray(headLength, end) };
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error('truncated record');
}

function isKind(text: string | undefined): text is RecordKind {
  return text !== undefined && Object.hasOwn(letters, text);
}
