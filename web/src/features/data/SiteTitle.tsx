import { ExperimentOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

interface SiteTitleProps {
  site: SiteNow;
  /** Where the name needs the room, a sign stands for the word. */
  isShort?: boolean;
}

/** The name of a site; that its values are made up must not be overlooked. */
export function SiteTitle({ site, isShort }: SiteTitleProps) {
  const { t } = useTranslation();
  const word = t('data.realtime.simulated');
  const mark = isShort ? (
    <ExperimentOutlined role="img" aria-label={word} title={word} className={styles['sign']} />
  ) : (
    <Tag className={styles['tag']}>{word}</Tag>
  );
  return (
    <span className={styles['title']}>
      <EllipsisText text={site.name} />
      {site.isSimulated && mark}
    </span>
  );
}
