import type { Readable } from 'node:stream';
import type { ReportDocument } from '@limpid/contract/report/document';
import { writeWorkbook } from '../../../../platform/sheets/write/write-workbook.ts';
import { listSheets } from './report-sheets.ts';

/** A report as an xlsx workbook with all its tables, those that are too long for the PDF included. */
export function renderWorkbook(document: ReportDocument): Readable {
  return writeWorkbook(listSheets(document));
}
