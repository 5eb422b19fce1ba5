import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../cannons/cannon.module.css';

/** Marks what a rule in a dry run has decided: nothing was switched. */
export function DryRunTag() {
  const { t } = useTranslation();
  return <Tag className={styles.tag}>{t('fogcannon.decision.fields.dryRun')}</Tag>;
}
