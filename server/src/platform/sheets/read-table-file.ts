import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { fail } from '@limpid/contract/errors';
import { unguardText } from './cell-text.ts';
import type { SheetRow } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { defaultSheetLimits, tooLarge } from './limits.ts';
import { makeCsvParser } from './read-csv.ts';
import { readSheet } from './read-sheet.ts';
import { makeEncodingProbe, type TextEncoding } from './text-encoding.ts';

const megabyte = 1024 * 1024;

/** Text is streamed; a workbook is held in memory and has the limits of all sheets. */
const tableFileLimits = {
  /** Size limit of decompressed text. */
  unpackedBytes: 400 * megabyte,
  rows: 1_000_000,
  columns: 2000,
};

/** A table on disk that can be read repeatedly, a few rows at a time. */
export interface TableFile {
  /** Number of lines, including empty ones and headings. */
  lines: number;
  /** The encoding of a text file, once its first rows are read; undefined for a workbook. */
  readonly separator: string | undefined;
  rows(): AsyncIterable<SheetRow[]>;
}

const gzipSignature = [0x1f, 0x8b];

/** Opens an xlsx, xls or CSV file; CSV may be compressed with gzip. */
export async function openTableFile(path: string, size: number): Promise<TableFile> {
  const head = await readHead(path);
  if (identifySheet(head)) return openWorkbook(path, size);
  const isPacked = gzipSignature.every((byte, index) => head[index] === byte);
  const readBytes = () => readText(path, isPacked);
  const { encoding, lines } = await probeText(readBytes());
  let separator: string | undefined;
  return {
    lines,
    get separator() {
      return separator;
    },
    rows: () =>
      readRows(readBytes(), encoding, (found) => {
        separator = found;
      }),
  };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function openWorkbook(path: string, size: number): Promise<TableFile> {
  if (size > defaultSheetLimits.fileBytes) throw tooLarge(defaultSheetLimits);
  const { header, rows } = await readSheet(await readFile(path));
  const all = [{ line: 1, cells: header }, ...rows];
  return {
    lines: all.length,
    separator: undefined,
    async *rows() {
      yield all;
    },
  };
}

async function* readText(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  let bytes = 0;
  try {
    for await (const chunk of isPacked ? file.pipe(createGunzip()) : file) {
      bytes += chunk.length;
      if (bytes > tableFileLimits.unpackedBytes) fail('sheet.too_large', describeLimits());
      yield chunk;
    }
  } catch (error) {
    // The bytes only begin like a compressed file.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      fail('sheet.corrupt');
    throw error;
  } finally {
    file.destroy();
  }
}

function describeLimits() {
  const { unpackedBytes, columns } = tableFileLimits;
  return { megabytes: unpackedBytes / megabyte, columns };
}

async function probeText(bytes: AsyncIterable<Buffer>): Promise<{ encoding: TextEncoding; lines: number }> {
  const probe = makeEncodingProbe();
  let lines = 1;
  for await (const chunk of bytes) {
    probe.add(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { encoding: probe.finish() ?? fail('sheet.not_a_table'), lines };
}

async function* readRows(
  bytes: AsyncIterable<Buffer>,
  encoding: TextEncoding,
  onSeparator: (separator: string) => void,
): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(encoding);
  let batch: SheetRow[] = [];
  let count = 0;
  const parser = makeCsvParser((line, cells, separator) => {
    if (count === 0) onSeparator(separator);
    if (cells.every((cell) => cell === '')) return;
    if (cells.length > tableFileLimits.columns) fail('sheet.too_large', describeLimits());
    if (++count > tableFileLimits.rows) fail('sheet.too_many_rows', { limit: tableFileLimits.rows });
    batch.push({ line, cells: cells.map(unguardText) });
  });
  for await (const chunk of bytes) {
    parser.add(decoder.decode(chunk, { stream: true }));
    if (batch.length > 0) yield batch;
    batch = [];
  }
  parser.add(decoder.decode());
  parser.finish();
  if (batch.length > 0) yield batch;
}
