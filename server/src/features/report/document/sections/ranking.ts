import type { RankingEntry } from '@limpid/contract/analysis/ranking-table';
import type { ReportSection } from '@limpid/contract/report/document';
import type { DocumentContext } from '../context.ts';
import { makeTable, type TableField } from '../table.ts';

/** The sites of the entity by their mean index; the report of a site has its own place among them. */
export function makeRanking({ words, subject, own }: DocumentContext): ReportSection | undefined {
  const ranking = own?.ranking;
  if (!ranking || subject.kind === 'city' || ranking.ranked < 2) return undefined;
  const { say } = words;
  const [site] = subject.sites;
  const isOwn = (row: RankingEntry) => subject.kind === 'site' && row.siteId === site?.siteId;
  const ranked = ranking.rows.filter(({ rank }) => rank !== null);
  const leftOut = ranking.rows.length - ranked.length;
  const mine = ranked.find(isOwn);
  const fields: TableField<RankingEntry>[] = [
    { title: say('columns.rank'), kind: 'number', width: 0.8, read: ({ rank }) => rank },
    {
      title: say('columns.site'),
      width: 2.6,
      read: ({ siteName }) => siteName,
      mark: (row) => (isOwn(row) ? say('marks.thisSite') : undefined),
    },
    {
      title: say('columns.meanIndex'),
      kind: 'number',
      decimals: 1,
      read: ({ value }) => value,
      mark: ({ reference }) => (reference ? say('marks.reference') : undefined),
    },
    { title: say('columns.before'), kind: 'number', decimals: 1, read: ({ before }) => before },
    { title: say('columns.rankChange'), kind: 'number', read: ({ rankChange }) => rankChange },
    {
      title: say('columns.primary'),
      width: 1.5,
      read: ({ primary }) => primary?.replaceAll(',', say('units.comma')),
    },
    { title: say('columns.validDays'), kind: 'number', read: ({ counted }) => counted },
  ];
  const notes = [say('ranking.basis'), ...(leftOut > 0 ? [say('ranking.leftOut', { count: leftOut })] : [])];
  const place = () => {
    if (subject.kind !== 'site') return [];
    if (!mine) return [say('ranking.noPlace')];
    return [
      say('ranking.place', { rank: mine.rank ?? 0, of: ranking.ranked, entity: subject.entity.entityName }),
    ];
  };
  return {
    key: 'ranking',
    title: say('sections.ranking'),
    paragraphs: place(),
    figures: [],
    charts: [],
    tables: [makeTable({ key: 'ranking', fields, rows: ranked, notes })],
  };
}
