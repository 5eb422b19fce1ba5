import { allPollutants } from '@limpid/aqi/pollutant';
import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { ReportDocument, ReportSection } from '@limpid/contract/report/document';
import type { ReportPeriod, ReportSectionKey, ReportSubject } from '@limpid/contract/report/report-request';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type OpenedSubject, openSubject, type ReportDeps } from '../facts/open-source.ts';
import { readOwnFacts } from '../facts/own-facts.ts';
import { readDayFacts } from '../facts/report-facts.ts';
import type { DocumentContext } from './context.ts';
import { namePeriod } from './period-name.ts';
import { makeComparison } from './sections/comparison.ts';
import { makeDays } from './sections/days.ts';
import { makeAlarms, makeCalibrations, makeCannons, makeCorrections } from './sections/events.ts';
import { makeExceedances } from './sections/exceedances.ts';
import { makeLevels } from './sections/levels.ts';
import { makeMethod } from './sections/method.ts';
import { makeRanking } from './sections/ranking.ts';
import { makeSiteList } from './sections/sites.ts';
import { makeStatistics } from './sections/statistics.ts';
import { makeSummary } from './sections/summary.ts';
import { makeCompleteness, makeGaps } from './sections/supply.ts';
import { makeWords, type Words } from './words.ts';

export interface ReportRequest {
  subject: ReportSubject;
  period: ReportPeriod;
  language: Language;
  /** In their order. */
  sections: readonly ReportSectionKey[];
  title?: string | undefined;
  coverText?: string | undefined;
  approver?: string | undefined;
  /** Whose sites the report may have. */
  scope: Scope;
  asOf: Date;
}

type MakeSection = (context: DocumentContext) => ReportSection | undefined;

const makers: Record<Exclude<ReportSectionKey, 'method'>, MakeSection> = {
  summary: makeSummary,
  statistics: makeStatistics,
  exceedances: makeExceedances,
  levels: makeLevels,
  days: makeDays,
  sites: makeSiteList,
  ranking: makeRanking,
  comparison: makeComparison,
  completeness: makeCompleteness,
  gaps: makeGaps,
  alarms: makeAlarms,
  cannons: makeCannons,
  calibrations: makeCalibrations,
  corrections: makeCorrections,
};

/** Reads everything that a report is about and puts it into words; sections without content are left out. */
export async function makeReportDocument(deps: ReportDeps, request: ReportRequest): Promise<ReportDocument> {
  const { sections, period, language, asOf } = request;
  const subject = (await openSubject(deps, request.subject, request.scope)) ?? fail('report.subject_gone');
  const words = makeWords(language, subject.zone);
  const today = formatLocalDate(asOf.getTime(), subject.zone);
  if (period.first > today) fail('report.future', { date: period.first }, 'first');
  const facts = await readDayFacts(subject.source, {
    period,
    today,
    withDetails: sections.includes('sites') && subject.kind !== 'site',
    withComparison: sections.includes('comparison'),
  });
  const own =
    subject.kind === 'city'
      ? null
      : await readOwnFacts(deps, { subject, period, lastEnded: facts.ended.last, asOf, language });
  const measured = new Set(subject.source.units.flatMap(({ measures }) => [...measures]));
  const pollutants = allPollutants.filter((pollutant) => measured.has(pollutant));
  const context: DocumentContext = { words, subject, facts, own, pollutants };
  const made = sections.map((key) => [key, key === 'method' ? undefined : makers[key](context)] as const);
  const leftOut = made.flatMap(([key, section]) =>
    section === undefined && key !== 'method' && applies(key, subject) ? words.say(`sections.${key}`) : [],
  );
  return {
    language,
    title: request.title || words.say(`titles.${period.kind}`),
    subtitle: words.say('subtitle', {
      subject: formatSubject(subject, language),
      period: namePeriod(period, words),
    }),
    coverText: request.coverText || null,
    facts: describeFacts(context, request),
    warnings: listWarnings(context, today),
    sections: made.flatMap(([key, section]) =>
      key === 'method' ? makeMethod(context, leftOut) : (section ?? []),
    ),
  };
}

/** Sections that a subject never has are not worth a remark. */
function applies(key: ReportSectionKey, { kind }: OpenedSubject): boolean {
  if (kind === 'site') return key !== 'sites';
  const ownOnly: ReportSectionKey[] = [
    'ranking',
    'completeness',
    'gaps',
    'alarms',
    'cannons',
    'calibrations',
    'corrections',
  ];
  return kind === 'entity' || !ownOnly.includes(key);
}

function formatSubject(subject: OpenedSubject, language: Language): string {
  if (subject.kind === 'city') return subject.city;
  const [site] = subject.sites;
  return subject.kind === 'site'
    ? (site?.siteName ?? '')
    : localised({ ...subject.entity }, 'entityName', language);
}

function describeFacts(
  { words, subject, facts }: DocumentContext,
  { asOf, approver, language }: ReportRequest,
): ReportDocument['facts'] {
  const { say } = words;
  const fact = (key: string, value: string) => ({ label: say(`facts.${key}`), value });
  const own = subject.kind === 'city' ? undefined : subject;
  return [
    fact(subject.kind, formatSubject(subject, language)),
    ...(own?.kind === 'site' ? [fact('entity', localised({ ...own.entity }, 'entityName', language))] : []),
    ...(own?.kind === 'site' ? [fact('code', own.sites[0]?.siteCode ?? '')] : []),
    ...(subject.kind === 'site' ? [] : [fact('units', words.number(subject.source.units.length, 0))]),
    fact('period', namePeriod({ ...facts.period, kind: 'range' }, words)),
    fact('zone', subject.zone),
    fact('standard', facts.total.assessment.standard.edition),
    fact('asOf', words.moment(asOf)),
    ...(approver ? [fact('approver', approver)] : []),
  ];
}

function listWarnings({ words, subject, facts }: DocumentContext, today: string): string[] {
  const { say } = words;
  const hasEnded = facts.period.last < today;
  const isEmpty = facts.days.length === 0;
  return [
    ...(subject.simulated ? [say('warnings.simulated')] : []),
    ...(hasEnded ? [] : [describeRunning(words, facts.ended)]),
    ...(isEmpty ? [say('warnings.empty')] : []),
  ];
}

function describeRunning({ say, date }: Words, { first, last }: { first: string; last: string }): string {
  return last < first ? say('warnings.notBegun') : say('warnings.running', { date: date(last) });
}
