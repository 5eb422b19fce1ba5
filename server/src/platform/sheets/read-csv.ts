import { isUtf8 } from 'node:buffer';
import { fail } from '@limpid/contract/errors';
import type { RowCollector } from './collect-rows.ts';

/** What a decoder puts where bytes mean nothing. */
const unreadable = '\ufffd';
const separators = [',', ';', '\t'];
const decimalComma = /^\s*([+-]?\d{1,15}),(\d+)\s*$/;
/** What begins like this is text of another kind: a page, a program, a document. */
const otherText = /^\s*(?:<|\{|%PDF|#!)/;

/** Text of a spreadsheet program: commas, semicolons or tabs, in UTF-8, UTF-16 or GB 18030. */
export function readCsv(bytes: Buffer, rows: RowCollector): void {
  const text = decodeText(bytes);
  if (text === undefined || otherText.test(text)) fail('sheet.not_a_table');
  const separator = findSeparator(text);
  // Where commas do not separate, they are what a French or German program writes for a point.
  const tidy = (cell: string) => (separator === ',' ? cell : cell.replace(decimalComma, '$1.$2'));
  let line = 0;
  eachRecord(text, separator, (cells) => rows.add(++line, cells.map(tidy)));
}

/** Undefined where the bytes are no text. */
function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  const chinese = new TextDecoder('gb18030').decode(bytes);
  return chinese.includes(unreadable) ? undefined : chinese;
}

/** The one that the first line has most of, outside of quotes. */
function findSeparator(text: string): string {
  const [head = ''] = text.trimStart().split(/\r\n?|\n/, 1);
  const bare = head.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Quoted cells may hold separators, quotes (twice) and ends of lines. */
function eachRecord(text: string, separator: string, onRecord: (cells: string[]) => void): void {
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const quoted = /"((?:[^"]|"")*)"[ ]*/y;
  const ending = /\r\n?|\n/y;
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  let cells: string[] = [];
  for (let at = 0; at < text.length; ) {
    const inQuotes = text[at] === '"' ? match(quoted, at) : null;
    const cell = inQuotes ?? match(plain, at);
    cells.push(inQuotes ? (inQuotes[1] ?? '').replaceAll('""', '"') : (cell?.[0] ?? '').trim());
    at += cell?.[0].length ?? 0;
    const end = match(ending, at);
    if (end || at >= text.length) {
      onRecord(cells);
      cells = [];
      at += end?.[0].length ?? 0;
    } else if (text[at] === separator) {
      at++;
      // A line may end with an empty cell; the last one may end without a line's end.
      if (at >= text.length) onRecord([...cells, '']);
    }
    // What follows a closing quote belongs to the next cell: odd, but nothing is lost.
  }
}
