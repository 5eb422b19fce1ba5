import { buffer } from 'node:stream/consumers';
import type { Cell } from '../platform/sheets/cell.ts';
import { writeSheet } from '../platform/sheets/write/write-sheet.ts';

/** A request body with one file and further fields, as a browser's form sends it. */
export function wrapFile(
  bytes: Uint8Array,
  field = 'file',
  name = 'rows.xlsx',
  fields: Record<string, unknown> = {},
) {
  const boundary = 'limpid-test';
  const start = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  const others = Object.entries(fields).map(
    ([other, value]) => `${start}"${other}"\r\n\r\n${JSON.stringify(value)}\r\n`,
  );
  const head = `${others.join('')}${start}"${field}"; filename="${name}"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** The same with a sheet of these rows. */
export async function makeUpload(header: string[], lines: Cell[][]) {
  async function* rows() {
    yield* lines;
  }
  const columns = header.map((title) => ({ header: title }));
  return wrapFile(await buffer(writeSheet({ sheetName: 'rows', columns, rows: rows() })));
}
