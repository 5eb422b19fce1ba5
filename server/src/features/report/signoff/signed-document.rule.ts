import type { ReportDocument } from '@limpid/contract/report/document';

/** Who has signed a report, and where its publication can be checked. */
export interface SignOffMarks {
  reviewer: string;
  reviewedAt: string;
  publication?: { publisher: string; publishedAt: string; checkCode: string; address: string | null };
}

/** The document with its signatures as further lines of the cover; `label` gives their names in the document's language. */
export function signDocument(
  document: ReportDocument,
  { reviewer, reviewedAt, publication }: SignOffMarks,
  label: (key: 'reviewed' | 'published' | 'checkCode' | 'checkAddress') => string,
): ReportDocument {
  const lines = [{ label: label('reviewed'), value: `${reviewer} · ${reviewedAt}` }];
  if (publication) {
    const { publisher, publishedAt, checkCode, address } = publication;
    lines.push({ label: label('published'), value: `${publisher} · ${publishedAt}` });
    lines.push({ label: label('checkCode'), value: checkCode });
    if (address) lines.push({ label: label('checkAddress'), value: address });
  }
  return { ...document, facts: [...document.facts, ...lines] };
}
