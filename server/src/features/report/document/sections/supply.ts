import type { SiteCompleteness } from '@limpid/contract/analysis/completeness';
import type { ReportSection } from '@limpid/contract/report/document';
import type { MissingHours } from '../../facts/events.store.ts';
import type { DocumentContext } from '../context.ts';
import { makeTable, type TableField } from '../table.ts';

/** How much of the expected data has arrived, and how much of it is valid. */
export function makeCompleteness({ words, own }: DocumentContext): ReportSection | undefined {
  const rows = own?.completeness.filter(({ expected }) => expected > 0) ?? [];
  if (rows.length === 0) return undefined;
  const { say } = words;
  const sum = (read: (row: SiteCompleteness) => number) => rows.reduce((total, row) => total + read(row), 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100);
  const received = share(
    sum((row) => row.received),
    sum((row) => row.expected),
  );
  const valid = share(
    sum((row) => row.validValues),
    sum((row) => row.values),
  );
  const figure = (key: string, value: number | null) => ({
    label: say(`completeness.${key}`),
    value: value === null ? say('none') : words.number(value, 2),
    unit: value === null ? null : '%',
    note: null,
  });
  const percent = (rate: number | null) => (rate === null ? null : rate * 100);
  const fields: TableField<SiteCompleteness>[] = [
    { title: say('columns.site'), width: 2.6, read: ({ siteName }) => siteName },
    { title: say('columns.expected'), kind: 'number', read: (row) => row.expected },
    { title: say('columns.received'), kind: 'number', read: (row) => row.received },
    {
      title: say('columns.transmissionRate'),
      unit: '%',
      kind: 'number',
      decimals: 2,
      read: ({ transmissionRate }) => percent(transmissionRate),
    },
    { title: say('columns.values'), kind: 'number', read: ({ values }) => values },
    {
      title: say('columns.validRate'),
      unit: '%',
      kind: 'number',
      decimals: 2,
      read: ({ validRate }) => percent(validRate),
    },
  ];
  return {
    key: 'completeness',
    title: say('sections.completeness'),
    paragraphs: [],
    figures: [figure('transmission', received), figure('valid', valid)],
    charts: [],
    tables: [
      makeTable({
        key: 'completeness',
        fields,
        rows: rows.toSorted((a, b) => (a.transmissionRate ?? 0) - (b.transmissionRate ?? 0)),
        notes: [say('completeness.basis')],
      }),
    ],
  };
}

/** The longest of them are in the printed report; the workbook has all. */
const printed = 40;

/** Whole hours from which nothing is stored. */
export function makeGaps({ words, own, subject }: DocumentContext): ReportSection | undefined {
  const gaps = own?.gaps ?? [];
  if (gaps.length === 0 || subject.kind === 'city') return undefined;
  const { say } = words;
  const names = new Map(subject.sites.map(({ siteId, siteName }) => [siteId, siteName]));
  const fields: TableField<MissingHours>[] = [
    { title: say('columns.site'), width: 2.6, read: ({ siteId }) => names.get(siteId) },
    { title: say('columns.from'), width: 2, read: ({ first }) => words.moment(first) },
    { title: say('columns.to'), width: 2, read: ({ last }) => words.moment(last) },
    { title: say('columns.hours'), kind: 'number', read: ({ hours }) => hours },
  ];
  const hours = gaps.reduce((sum, gap) => sum + gap.hours, 0);
  return {
    key: 'gaps',
    title: say('sections.gaps'),
    paragraphs: [say('gaps.total', { count: words.number(gaps.length, 0), hours: words.number(hours, 0) })],
    figures: [],
    charts: [],
    tables: [
      makeTable({ key: 'gaps', fields, rows: gaps.slice(0, printed) }),
      ...(gaps.length > printed
        ? [makeTable({ key: 'allGaps', title: say('gaps.all'), fields, rows: gaps, detail: true })]
        : []),
    ],
  };
}
