import { backfillRequest } from '@limpid/contract/backfill/backfill';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';

const looks: Record<string, string> = {
  sent: 'primary',
  answered: 'success',
  incomplete: 'warning',
  failed: 'danger',
  refused: 'danger',
};

const columns = {
  fields: orderColumns(backfillRequest, ['state', 'siteName', 'kind', 'missing', 'fromTs', 'createTime']),
  widths: {
    state: 'rest',
    siteName: 'rest',
    kind: 112,
    missing: 128,
    fromTs: 200,
    createTime: 200,
  },
} as const;

/** Requests to devices for missing data: what was asked for, and what has come of it. */
export default function BackfillScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  usePolledList(backfillRequest);
  const cells: Cells<typeof backfillRequest> = {
    state: ({ state, reason }) => (
      <TwoLines
        first={<StatusDot look={looks[state ?? '']} text={t(`backfill.fields.state_${state}`)} />}
        second={reason && t(`backfill.fields.reason_${reason}`)}
      />
    ),
    missing: ({ missing, arrived }) => {
      const [all, come] = [missing ?? 0, arrived ?? 0];
      return (
        <TwoLines
          first={t('backfill.arrivedOf', {
            arrived: formatCount(come, language),
            missing: formatCount(all, language),
          })}
          second={
            <Progress
              size="small"
              percent={all === 0 ? 100 : Math.floor((100 * come) / all)}
              showInfo={false}
              status="normal"
              aria-label={t('backfill.fields.arrived')}
            />
          }
        />
      );
    },
    fromTs: ({ fromTs, toTs }) => (
      <TwoLines
        first={fromTs && <DateTimeText value={fromTs} />}
        second={toTs && <DateTimeText value={toTs} />}
      />
    ),
    createTime: ({ createTime, createBy, automatic }) => (
      <TwoLines
        first={createTime && <DateTimeText value={createTime} />}
        second={automatic ? t('backfill.byPlatform') : createBy}
      />
    ),
  };
  return (
    <ResourceScreen {...{ columns, cells }} resource={backfillRequest} emptyHint={t('backfill.emptyHint')} />
  );
}
