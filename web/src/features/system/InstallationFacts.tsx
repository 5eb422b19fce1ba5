import { parseLanguage } from '@limpid/contract/language';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/dates.ts';
import { formatBytes } from '../../lib/format.ts';
import type { Overview } from './IndexScreen.tsx';
import styles from './index-screen.module.css';

export function InstallationFacts({ overview }: { overview: Overview | undefined }) {
  const { t, i18n } = useTranslation();
  const language = parseLanguage(i18n.language);
  const facts = [
    { label: t('shell.overview.facts.version'), value: overview && `Limpid ${overview.version}` },
    {
      label: t('shell.overview.facts.node'),
      value: overview && `Node.js ${overview.node.replace(/^v/, '')}`,
    },
    { label: t('shell.overview.facts.database'), value: overview && `PostgreSQL ${overview.database}` },
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
  ];
  return (
    <Card aria-busy={!overview}>
      <dl className={styles['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Skeleton.Button active size="small" className={styles['waiting']} />}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
