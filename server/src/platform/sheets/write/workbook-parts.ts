import { Readable } from 'node:stream';
import { stylesXml } from './styles-xml.ts';
import type { ZipPart } from './write-zip.ts';
import { mainNamespace, relationshipsNamespace, xmlDeclaration } from './xml-names.ts';

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface WrittenSheet {
  name: string;
  /** Such as `$A$1:$D$20`. */
  printArea?: string;
  /** Rows at the top of every printed page, such as `$1:$1`. */
  printTitles?: string | undefined;
}

export const sheetPath = (number: number): string => `worksheets/sheet${number}.xml`;

const packageRelationshipsXml = `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The parts of a workbook before its sheets. */
export function listFirstParts(): ZipPart[] {
  return [textPart('_rels/.rels', packageRelationshipsXml), textPart('xl/styles.xml', stylesXml)];
}

/** The parts after its sheets, whose number may only be known then. */
export function listLastParts(sheets: readonly WrittenSheet[]): ZipPart[] {
  return [
    textPart('xl/workbook.xml', workbookXml(sheets)),
    textPart('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(sheets.length)),
    textPart('[Content_Types].xml', contentTypesXml(sheets.length)),
  ];
}

function textPart(name: string, text: string): ZipPart {
  return { name, content: Readable.from([Buffer.from(text)]) };
}

function contentTypesXml(sheets: number): string {
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

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const elements = sheets.map(
    ({ name }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, printArea, printTitles }, i) => [
    defineName('Print_Area', i, name, printArea),
    defineName('Print_Titles', i, name, printTitles),
  ]);
  const definedNames = names.some(Boolean) ? `<definedNames>${names.join('')}</definedNames>` : '';
  return `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets>${elements.join('')}</sheets>${definedNames}</workbook>`;
}

function defineName(kind: string, sheet: number, name: string, range: string | undefined): string {
  if (range === undefined) return '';
  return `<definedName name="_xlnm.${kind}" localSheetId="${sheet}">'${name}'!${range}</definedName>`;
}

function workbookRelationshipsXml(sheets: number): string {
  const relationship = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relationshipsNamespace}/${type}" Target="${target}"/>`;
  return [
    `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">`,
    ...countTo(sheets).map((number) => relationship(number, 'worksheet', sheetPath(number))),
    relationship(sheets + 1, 'styles', 'styles.xml'),
    '</Relationships>',
  ].join('');
}

/** Excel allows 31 characters and none of []:*?/\ in the name of a sheet. */
export function nameSheet(name: string, number: number): string {
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
