import {
  correctHistory,
  listCorrections,
  maxChangesDays,
  undoCorrection,
} from '@limpid/contract/data/correction';
import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { route } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/texts.ts';
import {
  listManualChanges,
  type ReadingSource,
  type ReadingWriter,
  type ValueChange,
  type ValueStep,
} from '../reading/reading.api.ts';
import { checkChange, checkDuplicates } from './correction.rule.ts';
import { findChannels } from './series.service.ts';
import { getAccessibleSites } from './site-access.store.ts';

const maxListed = 1000;

interface CorrectionRequest {
  siteId: number;
  granularity: ValueStep;
  changes: readonly {
    ts: number;
    channel: string;
    value?: number | null;
    accept?: true;
    before?: number | null;
  }[];
}

type ReadRequest = (change: CorrectionRequest['changes'][number], index: number) => ValueChange['requested'];

interface Requester {
  caller: { userName: string };
  scope: Scope;
}

/** A change either names a value or accepts the number that was sent. */
function readCorrection(
  { value, accept }: CorrectionRequest['changes'][number],
  index: number,
): ValueChange['requested'] {
  if ((value === undefined) === (accept === undefined))
    fail('correction.value_or_accept', {}, `changes.${index}.value`);
  if (value === undefined) return { accepted: true };
  return { value: value === null ? null : Math.fround(value) };
}

interface Services {
  readings: ReadingSource;
  writer: ReadingWriter;
}

/** Manual corrections with a reason; the measured values are kept. */
export function addCorrections(app: App, { readings: source, writer }: Services): void {
  app.scopedPaths.add(correctHistory.path);

  async function readChanges(
    { siteId, granularity, changes }: CorrectionRequest,
    scope: Scope,
    readRequest: ReadRequest,
  ): Promise<ValueChange[]> {
    const [site] = await getAccessibleSites(app.db, scope, [siteId]);
    const limits = {
      granularity,
      zone: site?.zone ?? '',
      now: app.clock.now().getTime(),
      oldest: await writer.findOldest(),
    };
    checkDuplicates(changes);
    const channels = new Map(
      findChannels(
        source,
        changes.map(({ channel }) => channel),
      ).map((channel) => [channel.code, channel]),
    );
    return changes.map((change, index) => {
      const { ts, channel: code, value, before } = change;
      const channel = channels.get(code) ?? fail('series.channel', { code }, 'channel');
      checkChange({ index, ts, channel, value }, limits);
      const requested = readRequest(change, index);
      return { ts, slot: channel.slot, requested, ...(before !== undefined && { before }) };
    });
  }

  async function change(
    wanted: CorrectionRequest & { reason: string },
    from: Requester,
    readRequest: ReadRequest,
  ) {
    const { siteId, granularity: step, reason } = wanted;
    const values = await readChanges(wanted, from.scope, readRequest);
    const author = { operName: from.caller.userName, reason };
    return { changed: await writer.change([{ siteId, step, values }], author) };
  }

  route(app, correctHistory, ({ caller, scope, body }) => change(body, { caller, scope }, readCorrection));
  route(app, undoCorrection, ({ caller, scope, body }) =>
    change(body, { caller, scope }, () => ({ withdrawn: true })),
  );

  route(app, listCorrections, async ({ scope, query, language }) => {
    const { siteId, channel: channelCode, from, to } = query;
    if (to <= from) fail('series.reversed', {}, 'to');
    if (to - from > maxChangesDays * DAY_MS) fail('series.long', { days: maxChangesDays }, 'from');
    await getAccessibleSites(app.db, scope, [siteId]);
    const changes = await listManualChanges(app.db, { siteId, channelCode }, [from, to], maxListed);
    return changes.map(({ channelCode, oldValue, newValue, reason, operName, changedAt, ...change }) => ({
      ...change,
      channel: channelCode,
      before: oldValue,
      after: newValue,
      reason: translateStored(language, reason) ?? '',
      by: operName,
      at: changedAt,
    }));
  });
}
