import { buffer } from 'node:stream/consumers';
import type { App } from '../../../platform/app.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { makeReportDocument } from '../document/make-document.ts';
import { renderPdf } from '../render/pdf/render-pdf.ts';
import { renderWorkbook } from '../render/workbook/render-workbook.ts';
import type { ReportMaker } from './report-maker.ts';

/** Makes documents from stored data, PDFs in a process of their own, and workbooks. */
export function openReportMaker(app: App, air: AirHourSource): ReportMaker {
  const deps = { ...app, air };
  return {
    makeDocument: ({ title, coverText, approver, ...request }) =>
      makeReportDocument(deps, {
        ...request,
        title: title ?? undefined,
        coverText: coverText ?? undefined,
        approver: approver ?? undefined,
      }),
    async renderPdf({ document, logo, madeAt }) {
      const { bytes } = await renderPdf(document, { created: madeAt, ...(logo && { logo }) });
      return bytes;
    },
    renderWorkbook: ({ document }) => buffer(renderWorkbook(document)),
  };
}
