/** Placeholders for missing values in files; the request may add more. */
const missing =
  /^(?:|[-–—_/*]+;?|na|n\/a|n\.?d\.?|#n\/a|#value!|nan|null|none|missing|无|暂无|缺测|无数据|-9999?9?(?:[.,]0+)?)$/i;
const belowLimit = /^(?:<=?|＜|≤)\s*(.+)$/;
/** `1,234.5`: a decimal point, and commas between thousands. No group begins with a zero. */
const pointNumber = /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** `1.234,5`: a decimal comma, and points between thousands. */
const commaNumber = /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?|\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i;
const spacedThousands = /^[+-]?[1-9]\d{0,2}(?:\s\d{3})+(?:[.,]\d*)?$/;

const longestNumber = 64;

type Decimal = '.' | ',';

/** The meaning of a single mark before three digits (`1,234`) by the other numbers of the file; undefined if none decides. */
export interface NumberMarks {
  comma: 'decimal' | 'thousands' | undefined;
  point: 'decimal' | undefined;
}

export interface NumberForm {
  /** From the request, which takes precedence over the marks. */
  decimal: Decimal | undefined;
  marks: NumberMarks;
  missing: ReadonlySet<string>;
}

/** Used before the values of the file are read, or if they contradict each other. */
export const defaultMarks: NumberMarks = { comma: undefined, point: 'decimal' };

type Cell = string | number | boolean | Date | null;

/**
 * Reads the number of a cell: undefined for a missing value, NaN for an invalid or ambiguous one. A value
 * below the detection limit (`<2`) counts as half of the limit.
 */
export function readNumberCell(cell: Cell | undefined, form: NumberForm): number | undefined {
  const text = typeof cell === 'string' ? cell.trim() : cell instanceof Date ? '?' : String(cell ?? '');
  if (text.length > longestNumber) return Number.NaN;
  if (isMissing(text, form)) return undefined;
  if (typeof cell === 'number') return cell;
  const { bare, isLimit } = stripLimit(text);
  return parseNumber(bare, form.decimal, form.marks) / (isLimit ? 2 : 1);
}

function isMissing(text: string, form: NumberForm): boolean {
  const plain = text.toLowerCase();
  // `-200` and `-200,0` are the same.
  return missing.test(text) || form.missing.has(plain) || form.missing.has(plain.replace(/[.,]0+$/, ''));
}

function stripLimit(text: string): { bare: string; isLimit: boolean } {
  const limit = belowLimit.exec(text)?.[1];
  const bare = (limit ?? text).trim();
  return {
    bare: spacedThousands.test(bare) ? bare.replace(/\s/g, '') : bare,
    isLimit: limit !== undefined,
  };
}

function parseNumber(text: string, decimal: Decimal | undefined, marks: NumberMarks): number {
  const { withPoint, withComma } = readBothWays(text);
  if (decimal) return decimal === ',' ? withComma : withPoint;
  if (Number.isNaN(withPoint)) return withComma;
  if (Number.isNaN(withComma) || withPoint === withComma) return withPoint;
  if (!text.includes(',')) return marks.point === 'decimal' ? withPoint : Number.NaN;
  if (marks.comma === undefined) return Number.NaN;
  return marks.comma === 'decimal' ? withComma : withPoint;
}

function readBothWays(text: string): { withPoint: number; withComma: number } {
  return {
    withPoint: pointNumber.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN,
    withComma: commaNumber.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : Number.NaN,
  };
}

/** Whether a text is one number with a decimal point and another with a decimal comma, and nothing decides. */
export function isAmbiguous(cell: Cell | undefined, { decimal, marks }: NumberForm): boolean {
  if (decimal || typeof cell !== 'string' || cell.length > longestNumber) return false;
  const { bare } = stripLimit(cell.trim());
  const { withPoint, withComma } = readBothWays(bare);
  if (Number.isNaN(withPoint) || Number.isNaN(withComma)) return false;
  return Number.isNaN(parseNumber(bare, undefined, marks));
}

/**
 * Detects the meaning of commas and points from the values of a file: `0,175` and `12,5` can only have a decimal comma. If
 * none decides, commas are decimal in a file with another separator.
 */
export function findMarks(cells: Iterable<Cell | undefined>, separator: string | undefined): NumberMarks {
  let [hasPoint, hasComma] = [false, false];
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > longestNumber) continue;
    const { withPoint, withComma } = readBothWays(stripLimit(cell.trim()).bare);
    if (Number.isNaN(withPoint) !== Number.isNaN(withComma)) {
      hasPoint ||= !Number.isNaN(withPoint);
      hasComma ||= !Number.isNaN(withComma);
    }
  }
  if (hasPoint && hasComma) return defaultMarks;
  if (hasPoint) return { comma: 'thousands', point: 'decimal' };
  if (hasComma) return { comma: 'decimal', point: undefined };
  const isFree = separator !== undefined && separator !== ',';
  return { comma: isFree ? 'decimal' : undefined, point: 'decimal' };
}
