import { localised } from '@limpid/contract/kit/resource';
import { listMonthLocks, lockMonth, type MonthState, unlockMonth } from '@limpid/contract/quality/lock';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** The path that all lists of this tab begin with. */
const path = '/data/audit';
/** While packets are being let in. */
const watchMs = 3000;

export interface MonthFilters {
  search: string;
  state: MonthState['state'] | undefined;
  from: string | undefined;
  to: string | undefined;
}

export function useMonthLocks({ search, state, from, to }: MonthFilters, pageNum: number, pageSize: number) {
  const query = {
    pageNum,
    pageSize: Math.min(pageSize, 100),
    ...(search && { search }),
    ...(state && { state }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return useQuery({
    queryKey: [listMonthLocks.path, query],
    queryFn: ({ signal }) => call(listMonthLocks, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some((row) => row.state === 'waiting') ? watchMs : false,
  });
}

/** Locks months one after the other; those that cannot be locked are named with the reason. */
export function useLockMonths(onDone: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ months, reason }: { months: readonly MonthState[]; reason: string }) {
      const failed: string[] = [];
      for (const row of months) {
        const { entityId, month } = row;
        const body = { entityId, month, ...(reason && { reason }) };
        await call(lockMonth, { body, quiet: true }).catch((error: Error) => {
          const name = `${localised(row, 'entityName', language)}, ${month}`;
          failed.push(t('lock.lockDialog.failed', { name, reason: error.message }));
        });
      }
      return { locked: months.length - failed.length, failed };
    },
    onSuccess({ locked, failed }) {
      for (const text of failed) getNotifier().error(text);
      if (locked > 0) getNotifier().success(t('lock.lockDialog.done', { count: locked }));
    },
    onSettled: async () => {
      await invalidatePath(queries, path);
      onDone();
    },
  });
}

export function useUnlockMonth(onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { lockId: number; reason: string }) => call(unlockMonth, { body }),
    onSuccess({ keptPackets }) {
      getNotifier().success(t('lock.unlockDialog.done', { count: keptPackets }));
      onDone();
    },
    onSettled: () => invalidatePath(queries, path),
  });
}
