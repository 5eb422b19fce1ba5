import { fail } from '@limpid/contract/errors';
import type { RowCollector } from './collect-rows.ts';
import { findEncoding } from './text-encoding.ts';

/** In the order of preference if two fit equally well: a comma may be a decimal comma. */
const separators = ['\t', ';', '|', ','];
const decimalComma = /^\s*([+-]?\d{1,15}),(\d+)\s*$/;
/** Beginnings of other kinds of text: a page, a program, a document. */
const otherText = /^\s*(?:<|\{|%PDF|#!)/;
/** Enough lines to detect the separator, also below titles. */
const headCharacters = 64 * 1024;
const linesLookedAt = 40;
/** A longer record is one with an unclosed quote. */
const maxRecordCharacters = 256 * 1024;

/** Reads text of a spreadsheet program: commas, semicolons, tabs or bars, in UTF-8, UTF-16, GB 18030 or Latin-1. */
export function readCsv(bytes: Buffer, rows: RowCollector): void {
  const encoding = findEncoding(bytes) ?? fail('sheet.not_a_table');
  const parser = makeCsvParser((line, cells, separator) => {
    // If commas do not separate, they are the decimal commas of a French or German program.
    rows.add(line, separator === ',' ? cells : cells.map((cell) => cell.replace(decimalComma, '$1.$2')));
  });
  parser.add(new TextDecoder(encoding).decode(bytes));
  parser.finish();
}

export interface CsvParser {
  add(text: string): void;
  finish(): void;
}

/** Parses text that arrives in chunks; yields every record with its number and its raw cells. */
export function makeCsvParser(
  onRecord: (line: number, cells: string[], separator: string) => void,
): CsvParser {
  let pending = '';
  let line = 0;
  let parse: ((text: string, isLast: boolean) => number) | undefined;

  function advance(isLast: boolean): void {
    if (!parse) {
      if (!isLast && pending.length < headCharacters) return;
      if (otherText.test(pending)) fail('sheet.not_a_table');
      const separator = findSeparator(pending);
      parse = makeRecordReader(separator, (cells) => onRecord(++line, cells, separator));
    }
    pending = pending.slice(parse(pending, isLast));
  }

  return {
    add(text) {
      pending += text;
      advance(false);
    },
    finish: () => advance(true),
  };
}

/** The separator that divides most lines into the same number of cells, at least two. */
function findSeparator(text: string): string {
  const lines = text
    .split(/\r\n?|\n/, linesLookedAt)
    .map((line) => line.replace(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '');
  const rate = (separator: string) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const cells = line.split(separator).length;
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  };
  const best = separators.toSorted((a, b) => rate(b) - rate(a))[0] ?? ',';
  return rate(best) > 0 ? best : ',';
}

/** Quoted cells may contain separators, doubled quotes and line breaks. */
function makeRecordReader(separator: string, onRecord: (cells: string[]) => void) {
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const quoted = /"([^"]*(?:""[^"]*)*)"[ ]*/y;
  const blanksBeforeQuote = separator === '\t' ? / +(?=")/y : /[ \t]+(?=")/y;
  const ending = /\r\n?|\n/y;

  /** Reads one record; undefined if its end has not arrived yet. */
  function readRecord(text: string, start: number, isLast: boolean, withQuotes: boolean) {
    const match = (pattern: RegExp, at: number) => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    };
    const cells: string[] = [];
    for (let at = start; ; ) {
      if (withQuotes) at += match(blanksBeforeQuote, at)?.[0].length ?? 0;
      const isOpen = withQuotes && text[at] === '"';
      const inQuotes = isOpen ? match(quoted, at) : null;
      if (isOpen && !inQuotes && !isLast) return undefined;
      const cell = inQuotes ?? match(plain, at);
      cells.push(inQuotes ? (inQuotes[1] ?? '').replaceAll('""', '"') : (cell?.[0] ?? '').trim());
      at += cell?.[0].length ?? 0;
      // A carriage return at the end of a chunk may be followed by its line feed in the next one.
      if (!isLast && at >= text.length - 1) return undefined;
      const end = match(ending, at);
      if (end || at >= text.length) return { cells, next: at + (end?.[0].length ?? 0) };
      // Text after a closing quote becomes the next cell, so that nothing is lost.
      if (text[at] === separator) at++;
    }
  }

  /** Yields all complete records; returns the length of the text they take. */
  return (text: string, isLast: boolean): number => {
    let at = 0;
    while (at < text.length) {
      let record = readRecord(text, at, isLast, true);
      if (!record && text.length - at > maxRecordCharacters) record = readRecord(text, at, isLast, false);
      if (!record) break;
      onRecord(record.cells);
      at = record.next;
    }
    return at;
  };
}
