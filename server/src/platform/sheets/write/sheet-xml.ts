import { mainNamespace, xmlDeclaration } from './xml-names.ts';

interface SheetFrame {
  /** Rows at the top that stay in sight. */
  frozenRows?: number;
  /** As wide as a page of A4 across, with page numbers. */
  printed?: boolean;
}

export function openSheetXml(
  widths: readonly number[],
  { frozenRows = 1, printed = false }: SheetFrame = {},
): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return [
    `${xmlDeclaration}<worksheet xmlns="${mainNamespace}">`,
    printed ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '',
    '<sheetViews><sheetView workbookViewId="0">',
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`
      : '',
    '</sheetView></sheetViews>',
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

const pageXml = [
  '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
].join('');

export function closeSheetXml({ printed = false }: SheetFrame = {}): string {
  return `</sheetData>${printed ? pageXml : ''}</worksheet>`;
}
