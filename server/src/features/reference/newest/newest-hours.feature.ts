import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { exportNewestHours, listNewestHours } from '@limpid/contract/reference/newest-hours';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { compareStations, openOwnSites } from './compare-stations.ts';
import { listNewestStationHours } from './newest-hours.store.ts';
import { makeNewestSheet } from './newest-sheet.ts';
import { matchesStation, type NewestOrder, sortNewest } from './sort-newest.rule.ts';

type Question = Omit<Input<typeof exportNewestHours>['body'], 'format'>;
type Caller = { scope: Scope; language: Language };

interface Services {
  airHours: AirHourSource;
  readings: Pick<ReadingSource, 'channels'>;
}

const defaultPageSize = 20;
const comparedColumns: ReadonlySet<string> = new Set(['km', 'own', 'difference']);

/** The newest hour of every official station beside the nearest own site; sites follow the data scope. */
export function addNewestHours(app: App, services: Services): void {
  const { zone } = app.config;
  app.scopedPaths.add(listNewestHours.path);

  /** All stations of the search in order; only those of `page` are compared, unless the order depends on it. */
  async function readHours(
    { search, measure = 'aqi', level, orderByColumn, isAsc }: Question,
    { scope, language }: Caller,
    page: (hours: readonly NewestHour[]) => NewestHour[],
  ): Promise<{ rows: NewestHour[]; total: number }> {
    const find = await openOwnSites(app.db, scope);
    const order: NewestOrder = orderByColumn
      ? { by: orderByColumn, desc: isAsc?.startsWith('desc') ?? false }
      : { by: 'aqi', desc: true, isFirst: (station) => find(station) !== undefined };
    const now = app.clock.now().getTime();
    const all = await listNewestStationHours(app.db, level);
    const found = search ? all.filter((hour) => matchesStation({ ...hour }, search)) : all;
    const compare = (hours: typeof found) => compareStations(app, services, hours, { find, measure });
    if (comparedColumns.has(order.by))
      return { rows: page(sortNewest(await compare(found), order, language, now)), total: found.length };
    const sorted = sortNewest(
      found.map((hour) => ({ ...hour, nearest: null })),
      order,
      language,
      now,
    );
    return { rows: await compare(page(sorted)), total: found.length };
  }

  route(app, listNewestHours, async ({ query, scope, language }) => {
    const { pageNum = 1, pageSize = defaultPageSize } = query;
    // A page beyond the last one is the last one, as in other lists.
    const take = (hours: readonly NewestHour[]) => {
      const last = Math.max(1, Math.ceil(hours.length / pageSize));
      const from = (Math.min(pageNum, last) - 1) * pageSize;
      return hours.slice(from, from + pageSize);
    };
    return { ...(await readHours(query, { scope, language }, take)), zone };
  });

  routeTableExport(app, exportNewestHours, async ({ body, scope, language }) => {
    const { rows } = await readHours(body, { scope, language }, (hours) => [...hours]);
    const channels = services.readings.channels();
    return makeNewestSheet(rows, { measure: body.measure ?? 'aqi', zone, channels }, language);
  });
}
