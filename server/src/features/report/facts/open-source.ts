import { allPollutants } from '@limpid/aqi/pollutant';
import type { ReportSubject } from '@limpid/contract/report/report-request';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { getMinValidPercent, listCityStations } from '../../reference/reference.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { readStationDays } from './city-days.ts';
import type { DaySource } from './day-source.ts';
import { measuredPollutants } from './site-days.store.ts';
import { readSiteDays } from './site-days.ts';
import { findOwnSubject, listTypeSlots, type OwnSubject } from './subject.store.ts';

export interface ReportDeps extends Pick<App, 'db' | 'pool' | 'bus' | 'config' | 'clock' | 'parameters'> {
  air: AirHourSource;
}

/** What a report is about, and where its days come from. */
export type OpenedSubject = { source: DaySource; zone: string; simulated: boolean } & (
  | ({ kind: 'site' | 'entity' } & OwnSubject)
  | { kind: 'city'; province: string; city: string }
);

/** Undefined if the subject does not exist, or is outside the scope. Reference stations are for everybody. */
export async function openSubject(
  deps: ReportDeps,
  subject: ReportSubject,
  scope: Scope,
): Promise<OpenedSubject | undefined> {
  return subject.kind === 'city' ? openCity(deps, subject) : openOwn(deps, subject, scope);
}

async function openOwn(
  { db, air, parameters }: ReportDeps,
  subject: Exclude<ReportSubject, { kind: 'city' }>,
  scope: Scope,
): Promise<OpenedSubject | undefined> {
  const own = await findOwnSubject(db, scope, subject);
  if (!own || (subject.kind === 'site' && own.sites.length === 0)) return undefined;
  // A disabled site has its own report, and no part in that of its entity.
  const sites = subject.kind === 'site' ? own.sites : own.sites.filter(({ enabled }) => enabled);
  const slots = await listTypeSlots(
    db,
    sites.map(({ deviceTypeId }) => deviceTypeId),
  );
  const units = sites.map(({ siteId, siteCode, siteName, deviceTypeId, firstDay }) => ({
    key: String(siteId),
    code: siteCode,
    name: siteName,
    measures: new Set(measuredPollutants(slots.get(deviceTypeId), air.pollutants())),
    firstDay,
  }));
  return {
    kind: subject.kind,
    ...own,
    sites,
    zone: own.entity.zone,
    simulated: sites.some(({ simulated }) => simulated),
    source: {
      units,
      minValidPercent: await getMinValidPercent(parameters),
      async read(some, dates) {
        const found = await readSiteDays(
          { db, air },
          some.map(({ key }) => Number(key)),
          dates,
        );
        return new Map([...found].map(([siteId, days]) => [String(siteId), days]));
      },
    },
  };
}

async function openCity(
  { db, config, parameters }: ReportDeps,
  { province, city }: Extract<ReportSubject, { kind: 'city' }>,
): Promise<OpenedSubject | undefined> {
  const stations = await listCityStations(db, { province, city });
  if (stations.length === 0) return undefined;
  const { zone } = config;
  return {
    kind: 'city',
    province,
    city,
    zone,
    simulated: stations.some(({ simulated }) => simulated),
    source: {
      units: stations.map(({ stationCode, stationName }) => ({
        key: stationCode,
        code: stationCode,
        name: stationName,
        measures: new Set(allPollutants),
        firstDay: '',
      })),
      minValidPercent: await getMinValidPercent(parameters),
      read: (some, [first, last]) =>
        readStationDays(
          db,
          some.map(({ key }) => key),
          { first, last, zone },
        ),
    },
  };
}
