import type { RowOf } from '@limpid/contract/kit/row';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { nationalControl } from '@limpid/contract/reference/national-control';
import { type HourVersion, listRevisions } from '@limpid/contract/reference/revisions';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { call } from '../../../api/call.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { toRem } from '../../../ui/scale.ts';
import { decimalsOf } from '../national/use-national-scale.ts';
import styles from './revisions.module.css';

type Row = RowOf<typeof nationalControl>;
type VersionRow = HourVersion & { id: number; before: HourVersion | undefined };

interface RevisionDrawerProps {
  row: Row | undefined;
  onClose: () => void;
}

/** What a station has published for one hour over time, the newest version first. */
export function RevisionDrawer({ row, onClose }: RevisionDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      title={row && t('reference.revisions.title', { name: row.stationName })}
      size={toRem(720)}
      destroyOnHidden
    >
      {row && <Versions readingId={row.readingId ?? 0} />}
    </Drawer>
  );
}

function Versions({ readingId }: { readingId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: [listRevisions.path, readingId],
    queryFn: ({ signal }) => call(listRevisions, { params: { id: readingId }, signal }),
  });
  if (error)
    return (
      <ErrorState
        title={t('kit.states.listFailed')}
        detail={error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton active />;
  const clock = makeZoneClock(data.zone, language);
  const moment = (at: number) => `${clock.day(at)} ${clock.time(at)}`;
  const field = (name: string) => t(`analysis.nationalControl.fields.${name}`);
  const columns: ListColumn<VersionRow>[] = [
    {
      key: 'seenAt',
      title: t('reference.revisions.seenAt'),
      width: toRem(120),
      render: ({ seenAt, id }) => (id === 0 ? <strong>{moment(seenAt)}</strong> : moment(seenAt)),
    },
    {
      key: 'seenFrom',
      title: t('reference.revisions.seenFrom'),
      width: toRem(110),
      render: ({ seenFrom }) => seenFrom ?? dash,
    },
    {
      key: 'aqi',
      title: field('aqi'),
      isNumber: true,
      width: toRem(56),
      render: ({ aqi, before }) => (
        <Changed isChanged={before !== undefined && before.aqi !== aqi}>{aqi ?? dash}</Changed>
      ),
    },
    ...mapPollutants.map(
      (pollutant, place): ListColumn<VersionRow> => ({
        key: pollutant,
        title: pollutantSign(pollutant, language) ?? pollutant,
        isNumber: true,
        width: toRem(62),
        render: ({ values, before }) => {
          const value = values[place] ?? null;
          return (
            <Changed isChanged={before !== undefined && (before.values[place] ?? null) !== value}>
              {value === null ? dash : formatDecimal(value, decimalsOf(pollutant), language)}
            </Changed>
          );
        },
      }),
    ),
  ];
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t('reference.revisions.hour', { time: moment(data.releasedAt) })}
      </Typography.Paragraph>
      <ListTable<VersionRow>
        label={t('reference.revisions.title', { name: data.stationName })}
        columns={columns}
        rows={data.versions.map((version, id) => ({ ...version, id, before: data.versions[id + 1] }))}
        idOf={({ id }) => id}
        minWidth={toRem(660)}
        empty={null}
        sort={undefined}
        onSort={() => undefined}
        isCompact
      />
    </>
  );
}

/** A value that differs from the version before it. */
function Changed({ isChanged, children }: { isChanged: boolean; children: string | number }) {
  return isChanged ? <mark className={styles.changed}>{children}</mark> : children;
}
