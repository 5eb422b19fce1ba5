import { localised } from '@limpid/contract/kit/resource';
import type { MonthState } from '@limpid/contract/quality/lock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { hasAnyPermission, useSession } from '../../../api/session.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import { type RowAction, RowActions } from '../../../resource/list/RowActions.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toRem } from '../../../ui/scale.ts';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './lock.module.css';

export interface MonthActions {
  lock: (row: MonthState) => void;
  unlock: (row: MonthState) => void;
  showKept: (row: MonthState) => void;
}

const looks = { open: 'info', locked: 'success', waiting: 'warning' } as const;

/** The columns of the list: what a month is, how complete, who locked it, and what can be done. */
export function useMonthColumns({ lock, unlock, showKept }: MonthActions): ListColumn<MonthState>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const zone = useSession((session) => session.zone);
  const count = (number: number) => formatCount(number, language);
  const rate = (share: number | null) => (share === null ? dash : formatPercent(share, 1, language));
  const [mayLock, mayUnlock] = [hasAnyPermission('data:audit:lock'), hasAnyPermission('data:audit:unlock')];
  const column = (key: string, width: number | undefined, render: ListColumn<MonthState>['render']) => ({
    key,
    title: t(
      ['entity', 'month', 'state', 'reason'].includes(key)
        ? `lock.fields.${key}`
        : `lock.list.columns.${key}`,
    ),
    ...(width !== undefined && { width: toRem(width) }),
    render,
  });
  const kept = (row: MonthState) => {
    const { keptPackets, keptSites, lockId } = row;
    if (keptPackets === 0) return lockId === null ? null : t('lock.list.none');
    const text = t('lock.list.kept', { packets: count(keptPackets), sites: count(keptSites) });
    if (lockId === null) return text;
    return (
      <Button type="link" size="small" className={styles.kept} onClick={() => showKept(row)}>
        {text}
      </Button>
    );
  };
  const actions = (row: MonthState): RowAction[] => {
    if (row.lockId === null)
      return mayLock ? [{ key: 'lock', text: t('lock.list.lock'), run: () => lock(row) }] : [];
    return mayUnlock ? [{ key: 'unlock', text: t('lock.list.unlock'), run: () => unlock(row) }] : [];
  };
  const action = (row: MonthState) => (
    <RowActions
      actions={actions(row)}
      rowName={`${localised(row, 'entityName', language)}, ${row.month}`}
      maxInline={isPhone ? 0 : 1}
    />
  );
  const lockedBy = ({ lockedBy: name, lockedAt }: MonthState) =>
    name !== null &&
    lockedAt !== null &&
    // By the clock of the log of locks, which also has the seconds.
    `${name} · ${formatMoment(lockedAt, zone, language).slice(0, -3)}`;
  const month = column('month', 84, (row) => row.month);
  const entity = {
    ...column('entity', isPhone ? 124 : 176, (row) => (
      <TwoLines
        first={localised(row, 'entityName', language)}
        second={t('data.query.siteCount', { count: row.sites })}
      />
    )),
    pin: isPhone ? ('left' as const) : undefined,
  };
  return [
    // A phone keeps the name in view while the rest scrolls.
    ...(isPhone ? [entity, month] : [month, entity]),
    column('state', 216, (row) => (
      <TwoLines
        first={<StatusDot look={looks[row.state]} text={t(`lock.list.states.${row.state}`)} />}
        second={lockedBy(row)}
      />
    )),
    { ...column('transmissionRate', 114, (row) => rate(row.transmissionRate)), isNumber: true },
    { ...column('validRate', 92, (row) => rate(row.validRate)), isNumber: true },
    column('keptPackets', 126, kept),
    column('reason', 132, ({ reason }) => reason && <EllipsisText text={reason} />),
    {
      ...column('action', isPhone ? 56 : 124, action),
      title: <span className={isPhone ? 'visually-hidden' : undefined}>{t('kit.list.actions')}</span>,
      pin: 'right' as const,
    },
  ];
}
