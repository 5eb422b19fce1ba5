import { readRoses } from '@limpid/contract/analysis/rose';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { checkSeriesRange, getZone } from '../../data/data.api.ts';
import { findWindChannels, type ReadingSource } from '../../reading/reading.api.ts';
import { findNumericChannel } from '../channel.ts';
import { makeSiteRoses } from './rose.rule.ts';

/** Where pollution comes from: concentrations by wind direction and speed. */
export function addRoses(app: App, source: ReadingSource): void {
  app.scopedPaths.add(readRoses.path);
  route(app, readRoses, async ({ scope, query: { siteId, channel: code, from, to, bounds } }) => {
    checkSeriesRange({ from, to, granularity: 'hour' });
    const channel = findNumericChannel(source, code);
    const zone = await getZone(app.db, scope, siteId);
    const { direction, speed } = findWindChannels(source.channels());
    const slots = [channel, direction, speed].flatMap((one) => one?.slot ?? []);
    const found = (await source.means('hour', [siteId], [from, to], [...new Set(slots)])).get(siteId);
    const seriesOf = (one: { slot: number } | undefined) => (one ? found?.get(one.slot) : undefined);
    const series = { direction: seriesOf(direction), speed: seriesOf(speed), value: seriesOf(channel) };
    return { zone, ...makeSiteRoses(series, bounds) };
  });
}
