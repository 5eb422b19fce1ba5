import { type listHistoryRows, maxHistoryDays } from '@limpid/contract/data/history';
import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { ReadingSource, ReadRemarks, StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { findChannels } from '../series.service.ts';
import { type AccessibleSite, getAccessibleSites } from '../site-access.store.ts';

export interface HistoryServices {
  readings: ReadingSource;
  airHours: AirHourSource;
  readRemarks: ReadRemarks;
}

type Asked = Pick<
  Input<typeof listHistoryRows>['query'],
  'siteIds' | 'channels' | 'granularity' | 'from' | 'to' | 'index'
>;

/** A query whose sites and channels exist and may be read. */
export interface CheckedHistoryQuery extends Pick<Asked, 'granularity' | 'from' | 'to'> {
  sites: readonly AccessibleSite[];
  channels: readonly StoredChannel[];
  index: MapIndex;
}

/** Refuses a range that is reversed or too long, unknown channels, and sites out of reach. */
export async function checkHistoryQuery(
  app: Pick<App, 'db'>,
  source: ReadingSource,
  scope: Scope,
  { siteIds, channels, granularity, from, to, index = 'china' }: Asked,
): Promise<CheckedHistoryQuery> {
  if (to <= from) fail('series.reversed', {}, 'to');
  const days = maxHistoryDays[granularity];
  if (to - from > days * DAY_MS) fail('series.long', { days }, 'from');
  return {
    granularity,
    from,
    to,
    index,
    channels: findChannels(source, channels),
    sites: await getAccessibleSites(app.db, scope, siteIds, 'siteIds'),
  };
}
