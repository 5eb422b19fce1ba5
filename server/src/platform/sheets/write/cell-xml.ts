import type { Cell } from '../cell.ts';
import { encodeCellText, guardText } from '../cell-text.ts';
import { formatWallClock, serialFromDate } from '../dates.ts';
import { cellStyles } from './styles-xml.ts';

const longestText = 32_767;

/** A row of a sheet. `style` is that of all cells or of each; a date without one is shown with its time. */
export function encodeRow(
  cells: readonly Cell[],
  line: number,
  columns: readonly string[],
  style: number | readonly number[] = cellStyles.plain,
): string {
  let xml = `<row r="${line}">`;
  for (let i = 0; i < columns.length; i++) {
    const own = typeof style === 'number' ? style : (style[i] ?? cellStyles.plain);
    xml += encodeCell(cells[i] ?? null, `${columns[i]}${line}`, own);
  }
  return `${xml}</row>`;
}

/** The letters of the first columns of a sheet. */
export function nameColumns(count: number): string[] {
  return Array.from({ length: count }, (_, i) => nameColumn(i));
}

function encodeCell(value: Cell, reference: string, style: number): string {
  if (value === null || value === '') return '';
  if (typeof value === 'string') return encodeTextCell(value, reference, style);
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c r="${reference}"${styleOf(style)}><v>${value}</v></c>` : '';
  if (typeof value === 'boolean')
    return `<c r="${reference}"${styleOf(style)} t="b"><v>${value ? 1 : 0}</v></c>`;
  const serial = serialFromDate(value);
  if (serial === undefined) return encodeCell(formatWallClock(value), reference, style);
  return `<c r="${reference}"${styleOf(style || cellStyles.date)}><v>${serial}</v></c>`;
}

function encodeTextCell(text: string, reference: string, style: number): string {
  // Excel reports a workbook with a longer text as damaged.
  const written = encodeCellText(guardText(text).slice(0, longestText));
  const space = /^\s|\s$|\n/.test(written) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}"${styleOf(style)} t="inlineStr"><is><t${space}>${written}</t></is></c>`;
}

function styleOf(style: number): string {
  return style === cellStyles.plain ? '' : ` s="${style}"`;
}

/** 0 → A, 25 → Z, 26 → AA. */
function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
