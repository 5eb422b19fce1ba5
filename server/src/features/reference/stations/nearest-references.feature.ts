import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import {
  exportNearestReferences,
  listNearestReferences,
  type NearestReferenceRow,
} from '@limpid/contract/reference/nearest-references';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { listOwnSites } from './nearest-stations.store.ts';
import { findNearestStations } from './nearest-stations.ts';

type Question = Omit<Input<typeof exportNearestReferences>['body'], 'format'>;

const defaultPageSize = 20;

/** Every own site with its nearest reference station; sites follow the data scope. */
export function addNearestReferences(app: App): void {
  app.scopedPaths.add(listNearestReferences.path);

  async function readRows(question: Question, scope: Scope, language: Language) {
    const sites = await listOwnSites(app.db, scope, language);
    const stations = await findNearestStations(
      app.db,
      sites.map(({ siteId }) => siteId),
    );
    const bySite = new Map(stations.map((one) => [one.siteId, one]));
    const rows = sites.map((site): NearestReferenceRow => {
      const found = bySite.get(site.siteId);
      const station = found && {
        code: found.stationCode,
        name: found.stationName,
        level: found.level,
        km: found.distanceKm,
      };
      return { ...site, station: station ?? null };
    });
    return rows.filter((row) => matches(row, question)).sort(orderBy(question, language));
  }

  route(app, listNearestReferences, async ({ query, scope, language }) => {
    const { pageNum = 1, pageSize = defaultPageSize } = query;
    const rows = await readRows(query, scope, language);
    // A page beyond the last one is the last one, as in other lists.
    const last = Math.max(1, Math.ceil(rows.length / pageSize));
    const from = (Math.min(pageNum, last) - 1) * pageSize;
    return { rows: rows.slice(from, from + pageSize), total: rows.length };
  });

  routeTableExport(app, exportNearestReferences, async ({ body, scope, language }) => {
    const rows = await readRows(body, scope, language);
    const write = (key: string) => translate(language, `reference.nearest.fields.${key}`);
    const level = (value: string) =>
      translate(language, `analysis.nationalControl.fields.stationLevel_${value}`);
    const columns = ['siteName', 'entityName', 'stationName', 'stationCode', 'level', 'km'];
    return {
      columns: columns.map((name) => ({ header: write(name) })),
      rows: rows.map(({ siteName, entityName, station }): Cell[] => [
        siteName,
        entityName,
        station?.name ?? null,
        station?.code ?? null,
        station ? level(station.level) : null,
        station?.km ?? null,
      ]),
      count: rows.length,
    };
  });
}

function matches(
  { siteName, entityName, station }: NearestReferenceRow,
  { search, level }: Question,
): boolean {
  if (level && station?.level !== level) return false;
  const words = (search ?? '').trim().toLowerCase();
  return [siteName, entityName, station?.name, station?.code].some((text) =>
    text?.toLowerCase().includes(words),
  );
}

function orderBy({ orderByColumn = 'km', isAsc }: Question, language: Language) {
  const sign = isAsc?.startsWith('desc') ? -1 : 1;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const bySite = (one: NearestReferenceRow, other: NearestReferenceRow) =>
    compare(one.siteName, other.siteName) || one.siteId - other.siteId;
  return (one: NearestReferenceRow, other: NearestReferenceRow): number => {
    if (orderByColumn === 'siteName') return sign * bySite(one, other);
    if (orderByColumn === 'entityName')
      return sign * compare(one.entityName, other.entityName) || bySite(one, other);
    if (!one.station || !other.station)
      return Number(!one.station) - Number(!other.station) || bySite(one, other);
    const difference =
      orderByColumn === 'km'
        ? one.station.km - other.station.km
        : compare(one.station.name, other.station.name);
    return sign * difference || bySite(one, other);
  };
}
