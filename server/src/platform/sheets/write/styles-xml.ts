import { mainNamespace, xmlDeclaration } from './xml-names.ts';

/** Styles of cells by their place in `cellXfs`. */
export const cellStyles = {
  plain: 0,
  header: 1,
  /** With its time. */
  date: 2,
  day: 3,
  /** Without seconds. */
  moment: 4,
  title: 5,
  bold: 6,
  wrapped: 7,
  note: 8,
  wrappedHeader: 9,
} as const;

const mostDecimals = 6;
const firstNumberStyle = 10;
const firstNumberFormat = 170;

/** The style of a number that is shown with so many decimals, and grouped. */
export function numberStyle(decimals: number): number {
  return firstNumberStyle + Math.min(Math.max(decimals, 0), mostDecimals);
}

const decimalCounts = Array.from({ length: mostDecimals + 1 }, (_, decimals) => decimals);

const formats = [
  [164, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [165, 'yyyy\\-mm\\-dd'],
  [166, 'yyyy\\-mm\\-dd\\ hh:mm'],
  ...decimalCounts.map(
    (decimals) =>
      [firstNumberFormat + decimals, decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`] as const,
  ),
];

const font = (size: number, extra = '') =>
  `<font>${extra.includes('<b/>') ? '<b/>' : ''}<sz val="${size}"/>${extra.replace('<b/>', '')}<name val="Calibri"/><family val="2"/></font>`;
const fonts = [
  font(11),
  font(11, '<b/><color rgb="FFFFFFFF"/>'),
  font(16, '<b/>'),
  font(11, '<b/>'),
  font(10, '<color rgb="FF5B6B7B"/>'),
];

const center = '<alignment horizontal="center" vertical="center"/>';
const wrappedCenter = '<alignment horizontal="center" vertical="center" wrapText="1"/>';
const wrapped = '<alignment vertical="top" wrapText="1"/>';

const style = (format: number, fontId = 0, fill = 0, alignment = '') => {
  const applied = [
    format > 0 ? ' applyNumberFormat="1"' : '',
    fontId > 0 ? ' applyFont="1"' : '',
    fill > 0 ? ' applyFill="1"' : '',
    alignment ? ' applyAlignment="1"' : '',
  ].join('');
  const start = `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fill}" borderId="0" xfId="0"${applied}`;
  return alignment ? `${start}>${alignment}</xf>` : `${start}/>`;
};

/** In the order of `cellStyles`. */
const cellXfs = [
  style(0),
  style(0, 1, 2, center),
  style(164),
  style(165),
  style(166),
  style(0, 2),
  style(0, 3),
  style(0, 0, 0, wrapped),
  style(0, 4),
  style(0, 1, 2, wrappedCenter),
  ...decimalCounts.map((decimals) => style(firstNumberFormat + decimals)),
];

export const stylesXml = [
  `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}">`,
  `<numFmts count="${formats.length}">`,
  ...formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  `</numFmts><fonts count="${fonts.length}">${fonts.join('')}</fonts>`,
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FF7F7F7F"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellXfs.length}">${cellXfs.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');
