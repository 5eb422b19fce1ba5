import { CloseOutlined } from '@ant-design/icons';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import text from '../text.module.css';
import styles from './sites.module.css';

interface ChosenSitesProps {
  sites: readonly ChosenSite[];
  max: number;
  onRemove: (siteId: number) => void;
  onClear: () => void;
}

/** The sites chosen so far, each with a button that removes it. */
export function ChosenSites({ sites, max, onRemove, onClear }: ChosenSitesProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="chosen-sites">
      <h3 id="chosen-sites" className={styles.heading}>
        {t('data.query.chosen', { count: sites.length, max })}
        {sites.length > 1 && (
          <Button type="link" size="small" onClick={onClear}>
            {t('data.query.clear')}
          </Button>
        )}
      </h3>
      {sites.length === 0 && <p className={text.hint}>{t('data.query.noneChosen')}</p>}
      <ul className={styles.chosen}>
        {sites.map(({ siteId, siteName }) => (
          <li key={siteId}>
            <span className={text.ellipsis}>{siteName}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('data.query.removeSite', { name: siteName })}
              onClick={() => onRemove(siteId)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
