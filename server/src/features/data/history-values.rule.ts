/** What stands for "no value" in files, beside what the request adds. */
const missing =
  /^(?:|[-–—_/*]+;?|na|n\/a|n\.?d\.?|#n\/a|#value!|nan|null|none|missing|无|暂无|缺测|无数据|-9999?9?(?:\.0+)?)$/i;
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const belowLimit = /^(?:<=?|＜|≤)\s*(.+)$/;
const decimalComma = /^[+-]?\d+,\d+$/;
/** `1 234,5` and `1.234,5`. */
const groupedComma = /^[+-]?\d{1,3}(?:[.\s]\d{3})*(?:,\d+)?$/;
/** `1,234.5`. */
const groupedPoint = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

const longestNumber = 64;

export interface NumberForm {
  decimal: '.' | ',' | undefined;
  missing: ReadonlySet<string>;
}

/**
 * The number of a cell; undefined where it stands for no value, NaN where it is no number. What is below the limit of
 * detection (`<2`) counts as half of the limit.
 */
export function readNumber(text: string, form: NumberForm): number | undefined {
  if (text.length > longestNumber) return Number.NaN;
  if (missing.test(text) || form.missing.has(text.toLowerCase())) return undefined;
  const [, limit] = belowLimit.exec(text) ?? [];
  if (limit !== undefined) return parseNumber(limit.trim(), form) / 2;
  return parseNumber(text, form);
}

function parseNumber(text: string, { decimal }: NumberForm): number {
  if (decimal !== ',' && numeric.test(text)) return Number(text);
  if (decimal !== ',' && groupedPoint.test(text)) return Number(text.replaceAll(',', ''));
  if (decimal !== '.' && decimalComma.test(text)) return Number(text.replace(',', '.'));
  if (decimal === ',' && groupedComma.test(text)) return Number(text.replace(/[.\s]/g, '').replace(',', '.'));
  // A reader of text has made points of decimal commas already.
  return decimal === ',' && numeric.test(text) ? Number(text) : Number.NaN;
}
