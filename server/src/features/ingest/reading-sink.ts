import { floorToHour } from '@limpid/contract/local-time';
import type { Directory } from './directory.ts';
import type { ReadingSink } from './ingest.api.ts';
import type { Pipeline } from './pipeline.ts';

export function makeReadingSink(directory: Directory, pipeline: Pipeline): ReadingSink {
  return {
    refreshSites: () => directory.refresh(),
    findSite: (mn) => directory.findByMn(mn)?.siteId,
    findSlot: (code) => directory.channels().find((channel) => channel.code === code)?.slot,
    get depth() {
      return pipeline.depth;
    },
    store(siteId, kind, ts, values) {
      const zone = directory.findBySite(siteId)?.zone;
      // The site has been removed in the meantime.
      if (zone === undefined) return;
      pipeline.push(
        {
          siteId,
          kind,
          ts,
          hour: floorToHour(ts, zone),
          rank: ts * 2,
          slots: values.map(([slot]) => slot),
          values: values.map(([, value]) => value),
          marks: [],
        },
        () => undefined,
      );
    },
  };
}
