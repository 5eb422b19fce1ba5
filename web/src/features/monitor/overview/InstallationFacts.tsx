import { parseLanguage } from '@limpid/contract/language';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatBytes, formatCount, formatDuration } from '../../../lib/format.ts';
import type { Overview } from './OverviewScreen.tsx';
import styles from './overview.module.css';

export function InstallationFacts({ overview }: { overview: Overview | undefined }) {
  const { t, i18n } = useTranslation();
  const language = parseLanguage(i18n.language);
  const versions = overview?.versions;
  const facts = [
    ...(versions
      ? [
          { label: t('shell.overview.facts.version'), value: `Limpid ${versions.product}` },
          { label: t('shell.overview.facts.node'), value: `Node.js ${versions.node.replace(/^v/, '')}` },
          { label: t('shell.overview.facts.database'), value: `PostgreSQL ${versions.database}` },
        ]
      : []),
    {
      label: t('shell.overview.facts.databaseBytes'),
      value: overview && formatBytes(overview.databaseBytes, language),
    },
    {
      label: t('shell.overview.facts.installedAt'),
      value: overview && formatDateTime(overview.installedAt, language),
    },
    {
      label: t('shell.overview.facts.startedAt'),
      value: overview && formatDateTime(overview.startedAt, language),
    },
    { label: t('shell.overview.facts.zone'), value: overview?.zone },
    ...(overview?.rollUpBacklog
      ? [{ label: t('shell.overview.facts.rollUp'), value: <BacklogText backlog={overview.rollUpBacklog} /> }]
      : []),
  ];
  return (
    <Card aria-busy={!overview}>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Skeleton.Button active size="small" className={styles.waiting} />}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The number of waiting hours and their age; normally none waits longer than seconds. */
function BacklogText({ backlog }: { backlog: NonNullable<Overview['rollUpBacklog']> }) {
  const { t, i18n } = useTranslation();
  const language = parseLanguage(i18n.language);
  const { siteHours, isExact, ageSeconds, oldestHour } = backlog;
  if (ageSeconds === null || oldestHour === null) return t('shell.overview.backlog.none');
  const number = formatCount(siteHours, language);
  const params = {
    number: isExact ? number : `≤ ${number}`,
    age: formatDuration(ageSeconds * 1000, language),
    oldest: formatDateTime(oldestHour, language),
  };
  return (
    <>
      {t('shell.overview.backlog.waiting', params)}
      <span className={styles.note}>{t('shell.overview.backlog.oldest', params)}</span>
    </>
  );
}
