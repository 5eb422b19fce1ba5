import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sheet } from './collect-rows.ts';
import { defaultSheetLimits, type SheetLimits } from './limits.ts';
import { parseToSheet } from './parse-sheet.ts';
import { type SheetOptions, writeSheet } from './write/write-sheet.ts';
import { writeZip } from './write/write-zip.ts';

type Content = string | AsyncIterable<Buffer>;

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export async function makeZip(parts: Record<string, Content>): Promise<Buffer> {
  async function* list() {
    for (const [name, content] of Object.entries(parts)) {
      yield { name, content: typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content };
    }
  }
  return buffer(Readable.from(writeZip(list())));
}

/** A workbook as another program might write it, from the XML of its rows and shared strings. */
export function makeWorkbook(sheetData: string, others: Record<string, Content> = {}): Promise<Buffer> {
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationshipsNamespace}/${type}" Target="${target}"/>`;
  return makeZip({
    '_rels/.rels': `<Relationships>${relationship('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationship('s1', 'worksheet', '/xl/worksheets/one.xml')}${relationship('s2', 'sharedStrings', 'sharedStrings.xml')}${relationship('s3', 'styles', 'styles.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/worksheets/one.xml': `<worksheet xmlns="${mainNamespace}"><sheetData>${sheetData}</sheetData></worksheet>`,
    ...others,
  });
}

export async function* yieldRows<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}

export function writeToBuffer(options: SheetOptions, rowsPerSheet?: number): Promise<Buffer> {
  return buffer(writeSheet(options, rowsPerSheet));
}

/** Reads a sheet without the child process that the server uses: starting one takes longer than parsing. */
export function readInProcess(bytes: Buffer, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  return parseToSheet(bytes, { ...defaultSheetLimits, ...limits });
}
