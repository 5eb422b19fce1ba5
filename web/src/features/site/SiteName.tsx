import { UnlockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ResourceRow } from '../../resource/row.ts';
import { MarkedName } from '../../ui/MarkedName.tsx';
import styles from './site.module.css';

/** The name of a site, with marks for simulated sites and for sites without a password. */
export function SiteName({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  const name = <MarkedName name={String(row.siteName)} mark={mark} />;
  if (row['passwordState'] !== 'none') return name;
  const open = t('site.site.fields.passwordState_none');
  return (
    <span className={styles.name}>
      {name}
      <UnlockOutlined className={styles.open} aria-label={open} title={open} />
    </span>
  );
}
