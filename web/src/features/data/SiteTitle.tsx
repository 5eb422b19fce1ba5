import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

/** The name of a site; that its values are made up must not be overlooked. */
export function SiteTitle({ site }: { site: SiteNow }) {
  const { t } = useTranslation();
  return (
    <span className={styles['title']}>
      <EllipsisText text={site.name} />
      {site.isSimulated && <Tag className={styles['tag']}>{t('data.realtime.simulated')}</Tag>}
    </span>
  );
}
