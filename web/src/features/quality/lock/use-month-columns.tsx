import { localised } from '@limpid/contract/kit/resource';
import type { MonthState } from '@limpid/contract/quality/lock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toRem } from '../../../ui/scale.ts';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';

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
      <Button type="link" size="small" onClick={() => showKept(row)}>
        {text}
      </Button>
    );
  };
  const action = (row: MonthState) => {
    if (row.lockId === null)
      return (
        mayLock && (
          <Button type="link" size="small" onClick={() => lock(row)}>
            {t('lock.list.lock')}
          </Button>
        )
      );
    return (
      mayUnlock && (
        <Button type="link" size="small" onClick={() => unlock(row)}>
          {t('lock.list.unlock')}
        </Button>
      )
    );
  };
  return [
    column('month', 88, ({ month }) => month),
    column('entity', isPhone ? 120 : 240, (row) => (
      <EllipsisText text={localised(row, 'entityName', language)} />
    )),
    column('state', 140, ({ state }) => (
      <StatusDot look={looks[state]} text={t(`lock.list.states.${state}`)} />
    )),
    { ...column('sites', 72, ({ sites }) => count(sites)), isNumber: true },
    { ...column('transmissionRate', 120, (row) => rate(row.transmissionRate)), isNumber: true },
    { ...column('validRate', 110, (row) => rate(row.validRate)), isNumber: true },
    column('keptPackets', 200, kept),
    column('locked', 190, ({ lockedBy, lockedAt, zone }) =>
      lockedBy === null || lockedAt === null ? null : (
        <TwoLines first={lockedBy} second={formatMoment(lockedAt, zone, language)} />
      ),
    ),
    column('reason', 180, ({ reason }) => reason && <EllipsisText text={reason} />),
    {
      ...column('action', isPhone ? 96 : 130, action),
      title: <span className={isPhone ? 'visually-hidden' : undefined}>{t('kit.list.actions')}</span>,
      pin: 'right' as const,
    },
  ];
}
