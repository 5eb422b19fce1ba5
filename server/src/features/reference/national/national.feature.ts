import type { Input } from '@limpid/contract/kit/endpoint';
import {
  activeDays,
  exportNational,
  type National,
  readNational,
  readNationalHours,
} from '@limpid/contract/reference/national';
import type { App } from '../../../platform/app.ts';
import { makeCache } from '../../../platform/cache.ts';
import { RawResponse } from '../../../platform/http/envelope.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { referencesChanged, wrapData } from '../references.feature.ts';
import { addCityShareCheck, getMinValidPercent } from './city-share.ts';
import { openHourCache } from './hour-cache.ts';
import { makeNational } from './make-national.rule.ts';
import { listHourRuns, listNationalStations } from './national.store.ts';
import { hoursOfIndex } from './national-index.rule.ts';
import { makeNationalSheet } from './national-sheet.ts';

type NationalQuery = Input<typeof readNational>['query'];

/** Official stations and their cities hour by hour; publications are public, so there is no data scope. */
export function addNational(app: App): void {
  const { db, bus, parameters, config } = app;
  addCityShareCheck(parameters);
  const runs = makeCache(bus, referencesChanged, () => listHourRuns(db));

  const readCached = openHourCache(app);

  async function readHour(
    { at, index = 'china' }: NationalQuery,
    minValidPercent: number,
  ): Promise<National> {
    const rows = await listNationalStations(db, { at, hours: hoursOfIndex[index], activeDays });
    const hour = at ?? rows[0]?.hour ?? null;
    return makeNational(rows, { hour, zone: config.zone, index, minValidPercent });
  }

  route(app, readNationalHours, async () => {
    const stored = await runs.get('');
    return {
      zone: config.zone,
      starts: stored.map(({ start }) => start),
      counts: stored.map(({ count }) => count),
    };
  });
  route(app, readNational, async ({ query, language, request }) => {
    const percent = await getMinValidPercent(parameters);
    const key = [query.at, query.index, percent].join(' ');
    const { etag: hash, data } = await readCached(key, () => readHour(query, percent));
    const etag = `"${hash}-${language}"`;
    const isSame = matchesEtag(request.headers['if-none-match'], etag);
    const headers = { etag, 'cache-control': 'private, no-cache' };
    return new RawResponse(headers, isSame ? undefined : wrapData(data, language));
  });
  routeTableExport(app, exportNational, async ({ body, language }) =>
    makeNationalSheet(await readHour(body, await getMinValidPercent(parameters)), language),
  );
}
