import { readRecentCompleteness } from '@limpid/contract/analysis/completeness';
import { MINUTE_MS } from '@limpid/contract/durations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { findSiteRank, type SiteRank } from '../sites/site-rank.ts';
import blocks from './site-blocks.module.css';
import styles from './site-panel.module.css';

interface SiteFactsProps {
  site: ShownSite['site'];
  /** The sites that the person may see. */
  all: readonly ShownSite[];
  scale: Scale;
  entity: string;
}

const refreshMs = 5 * MINUTE_MS;

/** The rank of a site among the others, and how complete its data is. */
export function SiteFacts({ site, all, scale, entity }: SiteFactsProps) {
  const { t } = useTranslation();
  const mayAsk = useSession((session) =>
    holdsPermission(session, [readRecentCompleteness.access.permission]),
  );
  return (
    <section aria-label={t('map.facts.title')} className={parts.block}>
      <h3>{t('map.facts.title')}</h3>
      {(scale.isOrdered || mayAsk) && (
        <dl className={blocks.facts}>
          {scale.isOrdered && <Ranks {...{ site, all, entity }} />}
          {mayAsk && <Completeness siteId={site.siteId} />}
        </dl>
      )}
      <p className={styles.note}>
        {scale.isOrdered ? t('map.facts.rankNote', { scale: scale.title }) : t('map.analysis.ranking.cannot')}
      </p>
    </section>
  );
}

function Ranks({ site, all, entity }: Pick<SiteFactsProps, 'site' | 'all' | 'entity'>) {
  const { t } = useTranslation();
  const own = all.filter((one) => one.site.entityId === site.entityId);
  return (
    <>
      <div>
        <dt>{t('map.facts.rank')}</dt>
        <dd>
          <RankText rank={findSiteRank(all, site.siteId)} />
        </dd>
      </div>
      <div>
        <dt title={entity}>{t('map.facts.entityRank')}</dt>
        <dd>
          <RankText rank={findSiteRank(own, site.siteId)} />
        </dd>
      </div>
    </>
  );
}

function RankText({ rank }: { rank: SiteRank | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!rank) return dash;
  return t('map.facts.of', { rank: formatCount(rank.rank, language), count: formatCount(rank.of, language) });
}

function Completeness({ siteId }: { siteId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [readRecentCompleteness.path, siteId],
    queryFn: ({ signal }) => call(readRecentCompleteness, { query: { siteId }, signal, quiet: true }),
    refetchInterval: refreshMs,
  });
  const write = (share: number | null | undefined) =>
    share === null || share === undefined ? dash : formatPercent(share, 1, language);
  return (['lastDay', 'lastMonth'] as const).map((span) => (
    <div key={span}>
      <dt>{t(`map.facts.${span}`)}</dt>
      <dd>
        {write(data?.[span].transmissionRate)}
        <span className={styles.soft}>{t('map.facts.valid', { share: write(data?.[span].validRate) })}</span>
      </dd>
    </div>
  ));
}
