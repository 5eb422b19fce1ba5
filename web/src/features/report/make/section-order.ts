import { type ReportSectionKey, reportSections } from '@limpid/contract/report/report-request';

/** Puts a section before the first one that follows it in the usual order. */
export function insertSection(
  sections: readonly ReportSectionKey[],
  added: ReportSectionKey,
): ReportSectionKey[] {
  const usual = reportSections.indexOf(added);
  const at = sections.findIndex((key) => reportSections.indexOf(key) > usual);
  return at < 0 ? [...sections, added] : sections.toSpliced(at, 0, added);
}

export function moveSection(
  sections: readonly ReportSectionKey[],
  from: number,
  to: number,
): ReportSectionKey[] {
  const moved = sections[from];
  return moved === undefined ? [...sections] : sections.toSpliced(from, 1).toSpliced(to, 0, moved);
}
