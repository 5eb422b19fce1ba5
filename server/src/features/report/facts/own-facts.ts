import type { SiteCompleteness } from '@limpid/contract/analysis/completeness';
import type { RankingEntry } from '@limpid/contract/analysis/ranking-table';
import type { Language } from '@limpid/contract/language';
import { dayBounds } from '@limpid/contract/local-time';
import type { ReportPeriod } from '@limpid/contract/report/report-request';
import { listSiteCompleteness, openAskedSites, rankSites } from '../../analysis/analysis.api.ts';
import {
  type CannonRuns,
  type CorrectedValues,
  countCannonRuns,
  countCorrections,
  countPeriodAlarms,
  type EventQuery,
  type FrequentAlarm,
  type IssuedCoefficients,
  listIssuedCoefficients,
  listMissingHours,
  type MissingHours,
  type SeverityAlarms,
} from './events.store.ts';
import type { OpenedSubject, ReportDeps } from './open-source.ts';
import { previousPeriod } from './periods.rule.ts';

type OwnSubject = Extract<OpenedSubject, { kind: 'site' | 'entity' }>;

interface OwnQuery {
  subject: OwnSubject;
  period: ReportPeriod;
  /** The last day of the period that has ended; before the first one if none has. */
  lastEnded: string;
  asOf: Date;
  language: Language;
}

/** What only own sites have: a ranking in their entity, completeness, alarms, cannons, calibrations, corrections, gaps. */
export interface OwnFacts {
  ranking: { rows: RankingEntry[]; ranked: number } | null;
  completeness: SiteCompleteness[];
  alarms: { bySeverity: SeverityAlarms[]; most: FrequentAlarm[] };
  cannons: CannonRuns[];
  coefficients: IssuedCoefficients[];
  corrections: CorrectedValues[];
  gaps: MissingHours[];
}

const mostSites = 10_000;
const mostGaps = 5000;

export async function readOwnFacts(deps: ReportDeps, query: OwnQuery): Promise<OwnFacts> {
  const { db } = deps;
  const { subject, period, lastEnded } = query;
  const siteIds = subject.sites.map(({ siteId }) => siteId);
  const [from] = dayBounds(period.first, subject.zone);
  const to = Math.min(dayBounds(period.last, subject.zone)[1], query.asOf.getTime());
  const events: EventQuery = { siteIds, from: new Date(from), to: new Date(Math.max(from, to)) };
  const hasEnded = lastEnded >= period.first;
  return {
    ranking: hasEnded ? await rankInEntity(deps, query) : null,
    completeness: hasEnded ? await listCompleteness(deps, query) : [],
    alarms: await countPeriodAlarms(db, events),
    cannons: await countCannonRuns(db, events),
    coefficients: await listIssuedCoefficients(db, events),
    corrections: await countCorrections(db, events),
    gaps: await listMissingHours(db, events, mostGaps),
  };
}

/** The sites of the entity by their mean index, as the ranking has them with the best first. */
async function rankInEntity(
  deps: ReportDeps,
  { subject, period, lastEnded, language }: OwnQuery,
): Promise<OwnFacts['ranking']> {
  const { db, pool, air, bus, clock } = deps;
  const { entityId } = subject.entity;
  const readPage = await rankSites(
    { db, pool, air, listAskedSites: openAskedSites({ db, bus }) },
    {
      scope: { all: true },
      sites: { entityId },
      measure: 'index',
      index: 'china',
      period: { first: period.first, last: lastEnded },
      compared: previousPeriod(period),
      order: 'asc',
      now: clock.now(),
      pollutantSlots: air.pollutantSlots(),
    },
  );
  const { rows, ranked } = await readPage({
    search: undefined,
    sort: { by: 'rank', desc: false },
    language,
    limit: mostSites,
    offset: 0,
  });
  return { rows, ranked };
}

async function listCompleteness(
  { db, clock }: ReportDeps,
  { subject, period, lastEnded, language }: OwnQuery,
): Promise<SiteCompleteness[]> {
  const [site] = subject.sites;
  const now = clock.now();
  const { rows } = await listSiteCompleteness(db, {
    scope: { all: true },
    sites: subject.kind === 'site' ? { siteId: site?.siteId } : { entityId: subject.entity.entityId },
    dates: [period.first, lastEnded],
    now,
    until: now,
    order: { by: 'siteName', desc: false },
    language,
    limit: mostSites,
    offset: 0,
  });
  const shown = new Set(subject.sites.map(({ siteId }) => siteId));
  return rows.filter(({ siteId }) => shown.has(siteId));
}
