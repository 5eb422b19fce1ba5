import { UnlockOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import type { site } from '@limpid/contract/site/site';
import { useTranslation } from 'react-i18next';
import { MarkedName } from '../../ui/MarkedName.tsx';
import styles from './site.module.css';

/** The name of a site, with marks for simulated sites and for sites without a password. */
export function SiteName({ row }: { row: RowOf<typeof site> }) {
  const { t } = useTranslation();
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  const name = <MarkedName name={String(row.siteName)} mark={mark} />;
  if (row.passwordState !== 'none') return name;
  const open = t('site.site.fields.passwordState_none');
  return (
    <span className={styles.name}>
      {name}
      <UnlockOutlined className={styles.open} aria-label={open} title={open} />
    </span>
  );
}
