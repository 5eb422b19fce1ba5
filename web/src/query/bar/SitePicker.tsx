import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SiteDialog } from '../sites/SiteDialog.tsx';
import text from '../text.module.css';
import styles from './query.module.css';

interface SitePickerProps {
  permission: QueryPermission;
  /** Undefined while they are loading. */
  sites: readonly ChosenSite[] | undefined;
  max: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (siteIds: number[]) => void;
}

/** The chosen sites as a button, which opens a dialog to choose others. */
export function SitePicker({ permission, sites, max, isOpen, onOpen, onChange }: SitePickerProps) {
  const { t } = useTranslation();
  const names = sites?.map(({ siteName }) => siteName) ?? [];
  return (
    <div className={styles.control}>
      <span className={styles.label}>{t('data.query.sites')}</span>
      <Button
        aria-haspopup="dialog"
        aria-label={[t('data.query.chooseSites'), ...names].join(', ')}
        title={names.join(', ')}
        className={styles.sites}
        onClick={() => onOpen(true)}
      >
        <span className={text.ellipsis}>{describe()}</span>
      </Button>
      {isOpen && (
        <SiteDialog
          permission={permission}
          sites={sites ?? []}
          max={max}
          onApply={(siteIds) => {
            onChange(siteIds);
            onOpen(false);
          }}
          onClose={() => onOpen(false)}
        />
      )}
    </div>
  );

  function describe(): string {
    if (names.length === 0) return t('data.query.noSites');
    return names.length <= 2 ? names.join(', ') : t('data.query.siteCount', { count: names.length });
  }
}
