import {
  type CorrectedRange,
  correctHistory,
  correctRange,
  undoCorrection,
  undoWholeCorrection,
} from '@limpid/contract/data/correction';
import type { Granularity } from '@limpid/contract/data/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { getNotifier } from '../../../../api/notifier.ts';
import { formatCount } from '../../../../lib/format.ts';
import { invalidatePath } from '../../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../../resource/use-language.ts';

export type CorrectionAction = 'value' | 'invalid' | 'accept' | 'undo' | 'undoWhole';

/** What a person decides about values, with the reason for the log. */
export interface CorrectionDecision {
  action: CorrectionAction;
  value?: number | null;
  reason: string;
}

/** One value as the person saw it. */
export interface SeenValue {
  siteId: number;
  channel: string;
  granularity: Granularity;
  ts: number;
  /** The end of its minute, hour or day. */
  end: number;
  value: number | null;
  outOfRange: number | undefined;
  /** The last correction of it, which can be undone as a whole. */
  correctionId: number | undefined;
}

/** Hours and days follow a correction with the next roll-up: within seconds, or later if many others wait. */
const rollUpMs = [1200, 4000, 12_000];

export function useCorrection(onDone: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(['/data/', '/analysis/', '/log/'].map((path) => invalidatePath(client, path)));
  return useMutation({
    mutationFn: async ({
      decision,
      at,
    }: {
      decision: CorrectionDecision;
      at: SeenValue | CorrectedRange[];
    }) => {
      const { changed } = Array.isArray(at)
        ? await changeRanges(at, decision)
        : await correctValue(at, decision);
      return changed;
    },
    onSuccess(count) {
      getNotifier().success(t('data.history.correct.done', { count: formatCount(count, language) }));
      onDone();
    },
    onSettled() {
      void refresh();
      for (const delay of rollUpMs) setTimeout(() => void refresh(), delay);
    },
  });
}

/** A minute is changed only if it still has the value that the person saw; longer steps are changed through their minutes. */
function correctValue(seen: SeenValue, decision: CorrectionDecision): Promise<{ changed: number }> {
  const { siteId, channel, granularity, ts, end, value: before, outOfRange, correctionId } = seen;
  const { action, value = null, reason } = decision;
  const isMinute = granularity === 'minute';
  if (action === 'undoWhole' && correctionId !== undefined)
    return call(undoWholeCorrection, { quiet: true, params: { correctionId }, body: { reason } });
  if (action === 'accept')
    return call(correctHistory, {
      quiet: true,
      body: {
        siteId,
        granularity: isMinute ? 'minute' : 'hour',
        reason,
        changes: [{ ts, channel, accept: true, ...(outOfRange !== undefined && { before: outOfRange }) }],
      },
    });
  if (!isMinute)
    return changeRanges([{ siteId, channels: [channel], periods: [{ from: ts, to: end }] }], decision);
  if (action === 'undo')
    return call(undoCorrection, {
      quiet: true,
      body: { siteId, granularity: 'minute', reason, changes: [{ ts, channel }] },
    });
  const changes = [{ ts, channel, value: action === 'invalid' ? null : value, before }];
  return call(correctHistory, { quiet: true, body: { siteId, granularity: 'minute', reason, changes } });
}

function changeRanges(
  ranges: CorrectedRange[],
  { action, value = null, reason }: CorrectionDecision,
): Promise<{ changed: number }> {
  const requested =
    action === 'undo' ? { undo: true as const } : { value: action === 'invalid' ? null : value };
  return call(correctRange, { quiet: true, body: { ranges, reason, ...requested } });
}
