import { listCompleteness } from '@limpid/contract/analysis/completeness';
import { MINUTE_MS } from '@limpid/contract/durations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Bounds } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import parts from '../panel-parts.module.css';
import { toAreaFilter } from '../sites/in-view.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import styles from './analysis-panel.module.css';
import { formatShare } from './format-share.ts';

const refetchMs = 5 * MINUTE_MS;

interface OnlineBlockProps {
  shown: readonly ShownSite[];
  /** The map shows an hour of the past; these figures stay those of the present. */
  isPast: boolean;
  /** The area whose sites are counted; undefined for all. */
  area: Bounds | undefined;
  isFiltered: boolean;
}

/** The share of stations online, and the share of today's expected data that has arrived. */
export function OnlineBlock({ shown, isPast, area, isFiltered }: OnlineBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mayAsk = useSession((session) => holdsPermission(session, [listCompleteness.access.permission]));
  const summary = useCompleteness(mayAsk, toAreaFilter(area));
  const due = shown.filter(({ site }) => site.state !== 'stopped');
  const online = due.filter(({ site }) => site.state === 'on').length;
  const rate = (share: number | null | undefined) =>
    share === null || share === undefined ? '—' : formatShare(share, language, 1);
  const counts = { online: formatCount(online, language), total: formatCount(due.length, language) };
  return (
    <section className={parts.block}>
      <h3>
        {t('map.analysis.online.title')}
        {isPast && <span className={styles.soft}>{t('map.analysis.online.present')}</span>}
      </h3>
      <dl className={styles.rates}>
        <div>
          <dt>{t('map.analysis.online.rate')}</dt>
          <dd>{due.length === 0 ? '—' : rate(online / due.length)}</dd>
          <dd className={styles.soft}>{t('map.analysis.online.counts', counts)}</dd>
        </div>
        {mayAsk && (
          <>
            <div>
              <dt>{t('map.analysis.online.received')}</dt>
              <dd>{rate(summary?.transmissionRate)}</dd>
              <dd className={styles.soft}>{t('map.analysis.online.today')}</dd>
            </div>
            <div>
              <dt>{t('map.analysis.online.valid')}</dt>
              <dd>{rate(summary?.validRate)}</dd>
              <dd className={styles.soft}>{t('map.analysis.online.today')}</dd>
            </div>
          </>
        )}
      </dl>
      {mayAsk && isFiltered && (
        <p className={styles.note}>
          {t(area ? 'map.analysis.online.allInView' : 'map.analysis.online.allSites')}
        </p>
      )}
    </section>
  );
}

/** The summary of the sites of an area, or of all; the endpoint requires at least one row per page. */
function useCompleteness(isWanted: boolean, within: number[] | undefined) {
  const { data } = useQuery({
    queryKey: [listCompleteness.path, 'today', within],
    // Without dates the server takes today, in each site's zone.
    queryFn: ({ signal }) => call(listCompleteness, { query: { pageSize: 1, within }, signal, quiet: true }),
    enabled: isWanted,
    refetchInterval: refetchMs,
  });
  return data?.summary;
}
