import { listCompletenessDays } from '@limpid/contract/analysis/completeness';
import {
  backfillKinds,
  backfillRequest,
  isGapPeriod,
  listDataGaps,
  maxGapDays,
} from '@limpid/contract/backfill/backfill';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../api/Allowed.tsx';
import { call } from '../../../api/call.ts';
import { QueryError } from '../../../query/result/QueryError.tsx';
import { toRem } from '../../../ui/scale.ts';
import { GapSection } from './GapSection.tsx';
import styles from './gaps.module.css';

interface GapsDrawerProps {
  siteId: number;
  siteName: string;
  /** `[from, to)` in epoch milliseconds. */
  period: { from: number; to: number };
  onClose: () => void;
}

/** While requests are under way. */
const refetchMs = 2000;

/** What is missing at a site in a period, and the button that asks its device for it. */
export function GapsDrawer({ siteId, siteName, period, onClose }: GapsDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = { siteId, ...period };
  const { data, error, refetch } = useQuery({
    queryKey: [listDataGaps.path, query],
    queryFn: ({ signal }) => call(listDataGaps, { query, signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.kinds.some(({ asked }) => asked > 0) ? refetchMs : false),
  });
  const tooLong = backfillKinds.filter((kind) => !isGapPeriod(kind, period));
  const close = () => {
    void client.invalidateQueries({ queryKey: [listCompletenessDays.path] });
    onClose();
  };
  return (
    <Drawer open size={toRem(600)} title={t('backfill.gaps.title', { site: siteName })} onClose={close}>
      {error && !data && <QueryError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className={styles.kinds}>
          {data.kinds.map((ofKind) => (
            <GapSection key={ofKind.kind} siteId={siteId} period={period} zone={data.zone} ofKind={ofKind} />
          ))}
          {tooLong.map((kind) => (
            <p key={kind} className={styles.soft}>
              {t('backfill.gaps.tooLong', {
                kinds: t(`backfill.gaps.kinds.${kind}`),
                days: maxGapDays[kind],
              })}
            </p>
          ))}
          <p className={styles.soft}>{t('backfill.gaps.zone', { zone: data.zone })}</p>
          <Allowed permission={[`${backfillRequest.permission}:list`]}>
            <Link to={backfillRequest.path}>{t('backfill.gaps.requests')}</Link>
          </Allowed>
        </div>
      )}
    </Drawer>
  );
}
