import type { App } from '../../../platform/app.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { makeReportDocument } from '../document/make-document.ts';
import { renderPdf } from '../render/pdf/render-pdf.ts';
import type { ReportMaker } from './report-maker.ts';

/** Makes documents from stored data, and files in processes of their own. */
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
    renderWorkbook: () => Promise.reject(new Error('not there yet')),
  };
}
