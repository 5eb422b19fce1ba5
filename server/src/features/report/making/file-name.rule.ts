import type { ReportFormat } from '@limpid/contract/report/report';

const maxTitle = 120;

/** A name that every file system takes: title, subject, days, and the edition if it is not the first. */
export function nameFile(
  title: string,
  report: { subjectName: string; firstDay: string; lastDay: string; edition: number },
  format: ReportFormat,
): string {
  const { subjectName, firstDay, lastDay, edition } = report;
  const days = firstDay === lastDay ? firstDay : `${firstDay}_${lastDay}`;
  const name = `${title} ${subjectName}`
    // Control characters and those that Windows refuses.
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxTitle)
    .trim();
  return `${[name, days, ...(edition > 1 ? [`v${edition}`] : [])].filter((part) => part !== '').join(' ')}.${format}`;
}
