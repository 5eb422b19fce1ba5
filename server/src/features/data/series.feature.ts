import { listHistory } from '@limpid/contract/data/series';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import type { ReadingSource, ReadRemarks } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { listSiteLimits } from '../site/site.api.ts';
import { countAboveLimit } from './above-limit.ts';
import { publishIndices } from './publish-indices.ts';
import { checkSeriesRange, findChannels, readHistory } from './series.service.ts';
import { getAccessibleSites } from './site-access.store.ts';

const pageSize = 100;

interface Services {
  readings: ReadingSource;
  airHours: AirHourSource;
  readRemarks: ReadRemarks;
}

/** Measured values as rows of one site. */
export function addSeries(app: App, { readings: source, airHours: air, readRemarks: read }: Services): void {
  route(app, listHistory, async ({ scope, query }) => {
    checkSeriesRange(query);
    const channels = findChannels(source, query.channels);
    const [site] = await getAccessibleSites(app.db, scope, [query.siteId]);
    const size = query.pageSize ?? pageSize;
    const to = Math.min(query.to, query.before ?? query.to);
    const remarks = { read, raw: query.raw ?? false };
    const range = { ...query, to };
    const { index = 'china' } = query;
    const rows =
      to > query.from ? await readHistory(source, query.siteId, channels, range, size, remarks) : [];
    const page = rows.slice(0, size);
    const zone = site?.zone ?? '';
    const published = { ...query, zone, index, until: Math.min(query.to, app.clock.now().getTime()) };
    const siteLimit = (await listSiteLimits(app.db, [query.siteId])).get(query.siteId);
    const isAsked = siteLimit && channels.some(({ code }) => code === siteLimit.channelCode);
    const above = isAsked ? await countAboveLimit(source, siteLimit, [query.from, query.to]) : undefined;
    return {
      ...(siteLimit && above && { limit: { channel: siteLimit.channelCode, ...above } }),
      zone,
      rows: [...(await publishIndices(air, published, page))],
      next: rows.length > size ? (page.at(-1)?.ts ?? null) : null,
    };
  });
}
