import {
  correctHistory,
  listCorrections,
  longestChangesDays,
  undoCorrection,
} from '@limpid/contract/data/correction';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { route } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/texts.ts';
import type { ChangedValue, ReadingSource, ReadingWriter, Step } from '../ingest/ingest.api.ts';
import { listDataChanges } from '../monitor/monitor.api.ts';
import { checkChange, checkTwice } from './correction.rule.ts';
import { findChannels } from './series.service.ts';
import { getSites } from './site-access.store.ts';

const dayMs = 86_400_000;
const mostListed = 1000;

interface Wanted {
  siteId: number;
  granularity: Step;
  changes: readonly { ts: number; channel: string; value?: number | null; before?: number | null }[];
}

/** Measured values changed by people, with a reason; what was measured stays below. */
export function addCorrections(app: App, source: ReadingSource, writer: ReadingWriter): void {
  app.scopedPaths.add(correctHistory.path);

  async function readChanges(
    { siteId, granularity, changes }: Wanted,
    scope: Scope,
  ): Promise<ChangedValue[]> {
    const [site] = await getSites(app.db, scope, [siteId]);
    const limits = {
      granularity,
      zone: site?.zone ?? '',
      now: app.clock.now().getTime(),
      oldest: await writer.findOldest(),
    };
    checkTwice(changes);
    const channels = new Map(
      findChannels(
        source,
        changes.map(({ channel }) => channel),
      ).map((channel) => [channel.code, channel]),
    );
    return changes.map(({ ts, channel: code, value, before }, index) => {
      const channel = channels.get(code) ?? fail('series.channel', { code }, 'channel');
      checkChange({ index, ts, channel, value }, limits);
      if (value === undefined) return { ts, slot: channel.slot, wish: { withdrawn: true } };
      const wish = { value: value === null ? null : Math.fround(value) };
      return { ts, slot: channel.slot, wish, ...(before !== undefined && { before }) };
    });
  }

  for (const endpoint of [correctHistory, undoCorrection]) {
    route(app, endpoint, async ({ caller, scope, body }) => {
      const { siteId, granularity, reason } = body;
      const changes = await readChanges(body, scope);
      const author = { operName: caller.userName, reason };
      return { changed: await writer.change(siteId, granularity, changes, author) };
    });
  }

  route(app, listCorrections, async ({ scope, query, language }) => {
    const { siteId, from, to } = query;
    if (to <= from) fail('series.reversed', {}, 'to');
    if (to - from > longestChangesDays * dayMs) fail('series.long', { days: longestChangesDays }, 'from');
    await getSites(app.db, scope, [siteId]);
    const changes = await listDataChanges(app.db, siteId, [from, to], mostListed);
    return changes.map(({ ts, channelCode, oldValue, newValue, reason, operName, changedAt }) => ({
      ts,
      channel: channelCode,
      before: oldValue,
      after: newValue,
      reason: translateStored(language, reason) ?? '',
      by: operName,
      at: changedAt,
    }));
  });
}
