import type { Language } from '@limpid/contract/language';
import type { ReportDocument } from '@limpid/contract/report/document';
import type { ReportPeriod, ReportSectionKey, ReportSubject } from '@limpid/contract/report/report-request';
import type { Scope } from '../../../platform/auth/scope.rule.ts';

/** What a document is made of. */
export interface DocumentRequest {
  subject: ReportSubject;
  period: ReportPeriod;
  language: Language;
  sections: readonly ReportSectionKey[];
  title?: string | null;
  coverText?: string | null;
  approver?: string | null;
  /** The data scope of the person in whose name the report is made; it contains the subject. */
  scope: Scope;
  asOf: Date;
}

/** Makes documents of stored data, and files of documents. */
export interface ReportMaker {
  makeDocument(request: DocumentRequest): Promise<ReportDocument>;
  renderPdf(given: {
    document: ReportDocument;
    logo?: Uint8Array | undefined;
    madeAt: Date;
  }): Promise<Uint8Array>;
  renderWorkbook(given: { document: ReportDocument }): Promise<Uint8Array>;
}
