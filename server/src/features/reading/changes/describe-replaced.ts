import type { SiteDirectory } from '../device.ts';
import type { Entry } from '../merge.rule.ts';
import type { ReplacedValue } from '../reading.store.ts';
import type { DataEntry } from './data-log.store.ts';

/** A replaced value as an entry of the data-modify log; undefined if the site or channel no longer exists. */
export function describeReplaced(
  { reading, slot, lost, kept }: ReplacedValue,
  directory: SiteDirectory,
): Omit<DataEntry, 'operName'>[] {
  const channel = directory.findBySlot(slot);
  const device = directory.findBySite(reading.siteId);
  if (!channel || !device) return [];
  return [
    {
      siteId: reading.siteId,
      siteName: device.siteName,
      channelCode: channel.code,
      dataTime: new Date(reading.ts),
      oldValue: describeValue(lost),
      newValue: describeValue(kept),
      reason: 'ingest.replaced',
    },
  ];
}

function describeValue({ raw, flag }: Entry): string {
  return `${raw ?? '—'} ${flag}`;
}
