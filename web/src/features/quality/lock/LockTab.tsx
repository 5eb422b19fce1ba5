import { type MonthState, monthLockStates } from '@limpid/contract/quality/lock';
import { Button, DatePicker, Input, Select, Spin } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { sumWidths } from '../../../query/list/SearchedTable.tsx';
import { useSearchedTable } from '../../../query/list/use-searched-table.ts';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { KeptPacketsDialog, LockLogDialog } from './LockLists.tsx';
import styles from './lock.module.css';
import { LockDialog, UnlockDialog } from './MonthDialogs.tsx';
import { useMonthColumns } from './use-month-columns.tsx';
import { type MonthFilters, useMonthLocks } from './use-month-locks.ts';

const firstSort = { by: 'month', desc: true };
const monthForm = 'YYYY-MM';

/** Numbers a month of an entity for the selection. */
function idOf({ entityId, month }: MonthState): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return entityId * 100_000 + year * 12 + number;
}

/** Ended months of entities: how complete they are, which are locked, and what came after the lock. */
export function LockTab() {
  const { t } = useTranslation();
  const table = useSearchedTable(firstSort);
  const [filters, setFilters] = useState<Omit<MonthFilters, 'search'>>({
    state: undefined,
    from: undefined,
    to: undefined,
  });
  const { data, isError, error, isFetching, refetch } = useMonthLocks(
    { ...filters, search: table.search },
    table.page,
    table.pageSize,
  );
  const [selected, select] = useState<readonly number[]>([]);
  const locking = useDialog<readonly MonthState[]>();
  const unlocking = useDialog<MonthState>();
  const kept = useDialog<MonthState>();
  const log = useDialog<true>();
  const columns = useMonthColumns({
    lock: (row) => locking.show([row]),
    unlock: unlocking.show,
    showKept: kept.show,
  });
  const rows = data?.rows ?? [];
  const chosen = rows.filter((row) => row.state !== 'locked' && selected.includes(idOf(row)));
  const filter = (next: Partial<typeof filters>) => {
    setFilters({ ...filters, ...next });
    table.goTo(1);
  };
  const mayLock = hasAnyPermission('data:audit:lock');
  if (isError && !data)
    return (
      <ErrorState
        title={t('kit.states.listFailed')}
        detail={error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <section aria-label={t('lock.month.title')} className={styles.tab}>
      <div className={styles.tools}>
        <Input
          allowClear
          className={styles.search}
          aria-label={t('lock.list.search')}
          placeholder={t('lock.list.search')}
          value={table.text}
          onChange={({ target }) => table.write(target.value)}
        />
        <MonthRange from={filters.from} to={filters.to} onChange={filter} />
        <Select
          className={styles.state}
          aria-label={t('lock.fields.state')}
          value={filters.state ?? ''}
          options={['' as const, ...monthLockStates].map((state) => ({
            value: state,
            label: state === '' ? t('lock.list.allStates') : t(`lock.list.states.${state}`),
          }))}
          onChange={(value) => filter({ state: monthLockStates.find((state) => state === value) })}
        />
        <span className={styles.gap} />
        <Button onClick={() => log.show(true)}>{t('lock.list.history')}</Button>
        {mayLock && (
          <Button type="primary" disabled={chosen.length === 0} onClick={() => locking.show(chosen)}>
            {t(chosen.length > 1 ? 'lock.list.lockSeveral' : 'lock.list.lock', { count: chosen.length })}
          </Button>
        )}
      </div>
      <Spin spinning={isFetching} delay={300}>
        <ListTable<MonthState>
          label={t('lock.list.title')}
          columns={columns}
          rows={rows}
          idOf={idOf}
          minWidth={sumWidths(columns)}
          empty={data && <EmptyState title={t('lock.list.empty')} hint={t('lock.list.emptyHint')} />}
          sort={undefined}
          onSort={() => undefined}
          selection={
            mayLock
              ? {
                  ids: selected,
                  onChange: select,
                  label: ({ month, entityName }) => `${entityName}, ${month}`,
                  canSelect: ({ state }) => state !== 'locked',
                  isHidden: false,
                }
              : undefined
          }
        />
      </Spin>
      <ListPagination list={{ ...table, response: data && { total: data.total } }} />
      <p className={styles.basis}>{t('lock.list.basis')}</p>
      {locking.subject && (
        <LockDialog
          key={`lock ${locking.turn}`}
          months={locking.subject}
          open={locking.open}
          onClose={locking.hide}
          onDone={() => {
            locking.hide();
            select([]);
          }}
        />
      )}
      {unlocking.subject && (
        <UnlockDialog
          key={`unlock ${unlocking.turn}`}
          month={unlocking.subject}
          open={unlocking.open}
          onClose={unlocking.hide}
        />
      )}
      {kept.subject && (
        <KeptPacketsDialog
          key={`kept ${kept.turn}`}
          month={kept.subject}
          open={kept.open}
          onClose={kept.hide}
        />
      )}
      <LockLogDialog key={`log ${log.turn}`} open={log.open} onClose={log.hide} />
    </section>
  );
}

interface MonthRangeProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

function MonthRange({ from, to, onChange }: MonthRangeProps) {
  const { t } = useTranslation();
  return (
    <DatePicker.RangePicker
      picker="month"
      format={monthForm}
      allowEmpty={[true, true]}
      aria-label={t('lock.fields.month')}
      placeholder={[t('lock.fields.from'), t('lock.fields.to')]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={(range) =>
        onChange({ from: range?.[0]?.format(monthForm), to: range?.[1]?.format(monthForm) })
      }
    />
  );
}
