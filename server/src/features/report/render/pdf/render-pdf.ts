import { fileURLToPath } from 'node:url';
import { AppError } from '@limpid/contract/errors';
import type { ReportDocument } from '@limpid/contract/report/document';
import { limitConcurrency } from '../../../../platform/concurrency-limit.ts';
import { forkSandboxed } from '../../../../platform/sandbox.ts';
import type { PdfOutcome, PdfRequest } from './pdf.process.ts';

export interface PdfOptions {
  /** The date in the document's properties: the same input gives the same bytes. */
  created: Date;
  /** The organisation. */
  author?: string;
  /** PNG. */
  logo?: Uint8Array;
}

export interface ReportPdf {
  bytes: Uint8Array;
  pages: number;
  /** False also if the given logo is not a picture that can be read. */
  hasLogo: boolean;
}

const mostSeconds = 60;

const program = fileURLToPath(new URL('./pdf.process.ts', import.meta.url));
/** Each takes most of a processor and up to 350 MB. */
const withLimit = limitConcurrency(1);

/** Makes a report as PDF, in a process of its own that is ended if it takes too long. */
export function renderPdf(
  document: ReportDocument,
  { created, author, logo }: PdfOptions,
  seconds = mostSeconds,
): Promise<ReportPdf> {
  const request: PdfRequest = {
    document: withoutDetails(document),
    created: created.getTime(),
    author,
    logo: logo && Buffer.from(logo).toString('base64'),
  };
  return withLimit(() => renderInChild(request, seconds));
}

/** Tables of the workbook can be a hundred times as large as the rest, and only their titles are printed. */
function withoutDetails(document: ReportDocument): ReportDocument {
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      tables: section.tables.map((table) => (table.detail ? { ...table, rows: [], marks: [] } : table)),
    })),
  };
}

function renderInChild(request: PdfRequest, seconds: number): Promise<ReportPdf> {
  const child = forkSandboxed(program, null, {
    heapMegabytes: 128,
    allow: ['--allow-addons'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return new Promise<ReportPdf>((resolve, reject) => {
    child.on('message', (outcome: PdfOutcome) => {
      if ('failed' in outcome) reject(describeFailure(outcome.failed));
      else resolve(outcome);
    });
    // Follows the last message: without a message, the process crashed or timed out.
    child.on('disconnect', () =>
      reject(
        child.killed ? new AppError('report.pdf_slow', { seconds }) : describeFailure('the process ended'),
      ),
    );
    child.on('error', reject);
    // A child that ends early leaves the rest of its input unread; its exit reports the failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(request));
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
    return ended;
  });
}

/** The reason is for the log: it names lines of the templates. */
function describeFailure(reason: string): AppError {
  const error = new AppError('report.pdf_failed');
  error.cause = reason;
  return error;
}
