import {
  exportContrast,
  maxContrastSites,
  readContrast,
  type SiteContrast,
} from '@limpid/contract/analysis/contrast';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/texts.ts';
import { type ExportedTable, routeTableExport } from '../../../platform/work/table-export.ts';
import { checkSeriesRange, formatOffset, getAccessibleSites, labelSite } from '../../data/data.api.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import { findMeasured, scaleOfMeasured } from '../channel.ts';
import { compareMembers, describeSpread } from './contrast.rule.ts';
import { readMemberFlags } from './contrast-flags.ts';
import { type PublishedHours, readReferenceMembers, readSiteMembers } from './contrast-members.ts';
import { readIndexMembers, readReferenceIndexMembers } from './index-members.ts';

type ContrastQuery = Input<typeof readContrast>['query'];

interface Sources {
  readings: ReadingSource;
  airHours: AirHourSource;
  references: PublishedHours;
}

/** Compares sites with each other and with official stations. */
export function addContrast(app: App, { readings, airHours, references: published }: Sources): void {
  app.scopedPaths.add(readContrast.path);

  async function read(scope: Scope, query: ContrastQuery): Promise<SiteContrast> {
    const { siteIds = [], references = [], granularity, from, to } = query;
    checkSeriesRange({ from, to, granularity });
    const measured = findMeasured(readings, query);
    const accessible = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
    const stations = references.length > 0 ? await published.stations(references, 'references') : [];
    const count = accessible.length + stations.length;
    if (count < 2 || count > maxContrastSites)
      fail('analysis.sites', { least: 2, most: maxContrastSites }, 'siteIds');
    const sites = accessible.map((site) => ({ ...site, name: site.siteName }));
    const scale = scaleOfMeasured(measured);
    const { zone } = app.config;
    const chosenZone = sites[0]?.zone ?? zone;
    const now = app.clock.now().getTime();
    const period = { granularity, bounds: [from, to] as const, chosenZone, now };
    const isIndex = typeof measured === 'string';
    const members = [
      ...(isIndex
        ? await readIndexMembers({ readings, airHours }, sites, measured, period)
        : await readSiteMembers(readings, sites, measured, period)),
      ...(isIndex
        ? await readReferenceIndexMembers(published, stations, measured, period, zone)
        : await readReferenceMembers(published, stations, measured, period, zone)),
    ];
    const flags = await readMemberFlags(app, members, listFlaggableSlots(measured, airHours), period);
    const { columns, ...comparison } = compareMembers(
      members.map(({ values }) => values),
      flags.flatMap(({ flagged }) => flagged.map(({ ts }) => ts)),
    );
    return {
      ...comparison,
      members: members.map(({ values, ...member }, position) => ({
        ...member,
        box: describeSpread([...values.values()], scale),
        values: columns[position] ?? [],
        ...(flags[position] ?? { flags: null, flagged: [] }),
      })),
    };
  }

  route(app, readContrast, ({ scope, query }) => read(scope, query));
  routeTableExport(app, exportContrast, async ({ scope, body, language }) => {
    const { members, ts } = await read(scope, body);
    const sites = await getAccessibleSites(app.db, scope, body.siteIds ?? [], 'siteIds');
    const labelled = members.map((member, n) => {
      const site = sites[n];
      return site ? { ...member, name: labelSite(site) } : member;
    });
    return makeTable({ members: labelled, ts }, body.granularity, language);
  });
}

/** One row for each time: all values, then the differences to the first member. */
function makeTable(
  { members, ts }: Pick<SiteContrast, 'members' | 'ts'>,
  granularity: ContrastQuery['granularity'],
  language: Language,
): ExportedTable {
  const [first, ...others] = members;
  const isDaily = granularity === 'day';
  const zone = isDaily ? 'UTC' : (first?.zone ?? 'UTC');
  const write = (key: string, params = {}) => translate(language, `analysis.contrast.columns.${key}`, params);
  const headers = [
    ...(isDaily
      ? [write('day')]
      : [write('time', { zone }), translate(language, 'data.history.columns.zone')]),
    ...members.map(({ name }) => name),
    ...others.map(({ name }) => write('difference', { name, first: first?.name ?? '' })),
    translate(language, 'quality.flagged.title'),
  ];
  const flagsAt = Map.groupBy(
    members.flatMap(({ name, flagged }) => flagged.map((one) => ({ name, ...one }))),
    (one) => one.ts,
  );
  const rows = ts.map((at, position) => {
    const base = first?.values[position] ?? null;
    return [
      formatLocalTime(at, zone).slice(0, isDaily ? 10 : 16),
      // The clock shows an hour twice when it is set back.
      ...(isDaily ? [] : [formatOffset(at, zone)]),
      ...members.map(({ values }) => values[position] ?? null),
      ...others.map(({ values }) => {
        const value = values[position] ?? null;
        return value === null || base === null ? null : Number((value - base).toPrecision(7));
      }),
      flagsAt
        .get(at)
        ?.map(({ name, flags }) => `${name}: ${describeFlagSummary(flags, language)}`)
        .join(' | ') ?? null,
    ];
  });
  return { columns: headers.map((header) => ({ header })), rows, count: rows.length };
}
