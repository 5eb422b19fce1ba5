import type { ReportDocument } from '@limpid/contract/report/document';

/** The document without the tables that are only in the workbook, which can be a hundred times as large as the rest. */
export function hideDetails(document: ReportDocument): ReportDocument {
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      tables: section.tables.filter(({ detail }) => !detail),
    })),
  };
}
