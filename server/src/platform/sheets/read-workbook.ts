import { fail } from '@limpid/contract/errors';
import { decodeCellText } from './cell-text.ts';
import { isBuiltInDateFormat, isDateFormat } from './dates.ts';
import { type SheetLimits, tooLarge } from './limits.ts';
import type { ZipArchive } from './read-zip.ts';
import { XmlCursor } from './xml-cursor.ts';

/** What the reader needs of a workbook before its first sheet. */
export interface Workbook {
  sheet: Buffer;
  strings: string[];
  /** Whether the cell format with this number shows a date. */
  dateFormats: boolean[];
  is1904: boolean;
}

interface Relationship {
  type: string;
  path: string;
}

export function readWorkbook(zip: ZipArchive, limits: SheetLimits): Workbook {
  const path = findWorkbookPath(zip);
  const part = zip.unpack(path);
  if (!part) fail('sheet.corrupt');
  const relationships = readRelationships(zip, path);
  const { sheets, is1904 } = readSheetList(part);
  const worksheets = sheets.filter((sheet) => relationships.get(sheet.id)?.type === 'worksheet');
  const first = worksheets.find((sheet) => sheet.visible) ?? worksheets[0];
  const sheet = zip.unpack(relationships.get(first?.id ?? '')?.path ?? '');
  if (!sheet) fail('sheet.corrupt');
  const partOf = (type: string) => {
    const found = [...relationships.values()].find((relationship) => relationship.type === type);
    return found ? zip.unpack(found.path) : undefined;
  };
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    sheet,
    strings: strings ? readSharedStrings(strings, limits) : [],
    dateFormats: styles ? readDateFormats(styles) : [],
    is1904,
  };
}

function findWorkbookPath(zip: ZipArchive): string {
  const main = [...readRelationships(zip, '').values()].find(({ type }) => type === 'officeDocument');
  if (main && !main.path.endsWith('.bin')) return main.path;
  const damaged = !main && zip.names.some((name) => name.startsWith('xl/'));
  fail(damaged ? 'sheet.corrupt' : 'sheet.not_a_sheet');
}

function readRelationships(zip: ZipArchive, path: string): Map<string, Relationship> {
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const part = zip.unpack(`${folder}_rels/${path.slice(slash)}.rels`);
  const relationships = new Map<string, Relationship>();
  if (!part) return relationships;
  const xml = new XmlCursor(part);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'Relationship' || xml.attribute('TargetMode') === 'External')
      continue;
    // Strict and transitional workbooks differ only in the address before the last word.
    const type = (xml.attribute('Type') ?? '').split('/').at(-1) ?? '';
    // Resolves `../` and a leading slash; the host is never contacted.
    const path = new URL(xml.attribute('Target') ?? '', `file:///${folder}`).pathname.slice(1);
    relationships.set(xml.attribute('Id') ?? '', { type, path: decodeURI(path) });
  }
  return relationships;
}

function readSheetList(part: Buffer) {
  const sheets: { id: string; visible: boolean }[] = [];
  let is1904 = false;
  let root = '';
  const xml = new XmlCursor(part);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    root ||= xml.name;
    if (xml.name === 'workbookPr') is1904 ||= /^(?:1|true)$/i.test(xml.attribute('date1904') ?? '');
    if (xml.name !== 'sheet') continue;
    const visible = (xml.attribute('state') ?? 'visible') === 'visible';
    sheets.push({ id: xml.attribute('id') ?? '', visible });
  }
  if (root !== 'workbook') fail('sheet.not_a_sheet');
  return { sheets, is1904 };
}

function readSharedStrings(part: Buffer, limits: SheetLimits): string[] {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let wanted = false;
  let phonetic = false;
  const xml = new XmlCursor(part);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (wanted && !phonetic) text += xml.text();
    } else if (xml.name === 't') wanted = event === 'open';
    else if (xml.name === 'rPh') phonetic = event === 'open';
    else if (xml.name === 'si' && event === 'close') {
      characters += text.length;
      if (characters > limits.characters || strings.length >= limits.cells) throw tooLarge(limits);
      strings.push(decodeCellText(text));
      text = '';
    }
  }
  return strings;
}

function readDateFormats(part: Buffer): boolean[] {
  const customFormats = new Map<number, boolean>();
  const formats: boolean[] = [];
  let inCells = false;
  const xml = new XmlCursor(part);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (xml.name === 'cellXfs' && event !== 'text') inCells = event === 'open';
    if (event !== 'open') continue;
    const id = Number(xml.attribute('numFmtId') ?? 0);
    if (xml.name === 'numFmt') customFormats.set(id, isDateFormat(xml.attribute('formatCode') ?? ''));
    if (inCells && xml.name === 'xf') formats.push(customFormats.get(id) ?? isBuiltInDateFormat(id));
  }
  return formats;
}
