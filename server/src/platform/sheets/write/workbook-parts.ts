const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const headerStyle = 1;
export const dateStyle = 2;

export const sheetPath = (number: number): string => `worksheets/sheet${number}.xml`;

export const packageRelationshipsXml = `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const stylesXml = [
  `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FF7F7F7F"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1">',
  '<alignment horizontal="center" vertical="center"/></xf>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

export function contentTypesXml(sheets: number): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${contentTypes}.${type}+xml"/>`;
  return [
    `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('workbook.xml', 'sheet.main'),
    override('styles.xml', 'styles'),
    ...countTo(sheets).map((number) => override(sheetPath(number), 'worksheet')),
    '</Types>',
  ].join('');
}

export function workbookXml(sheetName: string, sheets: number): string {
  const elements = countTo(sheets).map(
    (number) => `<sheet name="${nameSheet(sheetName, number)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets>${elements.join('')}</sheets></workbook>`;
}

export function workbookRelationshipsXml(sheets: number): string {
  const relationship = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relationshipsNamespace}/${type}" Target="${target}"/>`;
  return [
    `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">`,
    ...countTo(sheets).map((number) => relationship(number, 'worksheet', sheetPath(number))),
    relationship(sheets + 1, 'styles', 'styles.xml'),
    '</Relationships>',
  ].join('');
}

export function openSheetXml(widths: readonly number[]): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return [
    `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

export const closeSheetXml = '</sheetData></worksheet>';

/** Excel allows 31 characters and none of []:*?/\ in the name of a sheet. */
function nameSheet(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  const plain = name
    .replace(/[[\]:*?/\\<>&"'\p{Cc}\ufffe\uffff]/gu, ' ')
    .toWellFormed()
    .trim();
  const kept = [...(plain || 'Sheet')].slice(0, 31 - suffix.length).join('');
  return kept.slice(0, 31 - suffix.length).toWellFormed() + suffix;
}

function countTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}
