import { maxDistributionDays, readDistribution } from '@limpid/contract/analysis/distribution';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { getZone } from '../../data/data.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import { findNumericChannel } from '../channel.ts';
import { readLocalHours } from '../local-hours.ts';
import { datesBetween, readDates } from '../period.rule.ts';
import { describeDistribution } from './distribution.rule.ts';

/** How concentrations at a site are distributed. */
export function addDistribution(app: App, source: ReadingSource): void {
  app.scopedPaths.add(readDistribution.path);
  route(app, readDistribution, async ({ scope, query }) => {
    const [from, to] = readDates(query, maxDistributionDays, readDistribution.texts);
    const channel = findNumericChannel(source, query.channel);
    const zone = await getZone(app.db, scope, query.siteId);
    const site = { siteId: query.siteId, zone, channel };
    const { hours, dropped } = await readLocalHours(source, site, [from, to]);
    const isSound = channel.dataType === 'level';
    const figures = describeDistribution(hours, datesBetween(from, to), isSound);
    return { zone, from, to, hours: hours.length, dropped, ...figures };
  });
}
