import { fail } from '@limpid/contract/errors';
import type { ReportSectionKey } from '@limpid/contract/report/report-request';

/** A report contains at least one section, and each once. */
export function checkSections(sections: readonly ReportSectionKey[], field: string): void {
  if (sections.length === 0) fail('report.no_sections', {}, field);
  if (new Set(sections).size < sections.length) fail('report.section_twice', {}, field);
}
