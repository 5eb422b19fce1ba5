import { type ReportSectionKey, reportSections } from '@limpid/contract/report/report-request';

/** All sections in the order that was chosen, or, if that is not the order of the report, with those of the report first. */
export function orderSections(
  chosen: readonly ReportSectionKey[],
  ofReport: readonly ReportSectionKey[],
): readonly ReportSectionKey[] {
  const isOrder = chosen.filter((key) => ofReport.includes(key)).join() === ofReport.join();
  if (isOrder && chosen.length === reportSections.length) return chosen;
  return [...ofReport, ...reportSections.filter((key) => !ofReport.includes(key))];
}

export function moveSection(
  sections: readonly ReportSectionKey[],
  from: number,
  to: number,
): ReportSectionKey[] {
  const moved = sections[from];
  return moved === undefined ? [...sections] : sections.toSpliced(from, 1).toSpliced(to, 0, moved);
}
