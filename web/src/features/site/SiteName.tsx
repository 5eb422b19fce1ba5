import { ExperimentOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ResourceRow } from '../../resource/row.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import styles from './site.module.css';

/** The name of a site, and whether what it reports is made up. */
export function SiteName({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  const name = String(row.siteName);
  const mark = t('site.site.simulated.mark');
  if (row.simulated !== true) return <EllipsisText text={name} />;
  return (
    <span className={styles.name}>
      <EllipsisText text={name} />
      <ExperimentOutlined aria-label={mark} title={mark} />
    </span>
  );
}
