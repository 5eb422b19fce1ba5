import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { ChosenSites } from './ChosenSites.tsx';
import { SiteMap } from './SiteMap.tsx';
import { SiteSearchList } from './SiteSearchList.tsx';
import { SiteSets } from './SiteSets.tsx';
import styles from './sites.module.css';
import { useRecentSites } from './use-site-sets.ts';

interface SiteDialogProps {
  permission: QueryPermission;
  sites: readonly ChosenSite[];
  max: number;
  onApply: (siteIds: number[]) => void;
  onClose: () => void;
}

/** Chooses sites by search, entity, map, saved set or recent use; nothing changes until it is applied. */
export function SiteDialog({ permission, sites, max, onApply, onClose }: SiteDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(sites);
  const [view, setView] = useState<'list' | 'map'>('list');
  const [, remember] = useRecentSites();
  const isFull = chosen.length >= max;

  const add = (added: readonly ChosenSite[]) => {
    const others = added.filter(({ siteId }) => chosen.every((one) => one.siteId !== siteId));
    // A screen for one site replaces it.
    setChosen(max === 1 ? others.slice(-1) : [...chosen, ...others].slice(0, max));
  };
  const remove = (siteId: number) => setChosen(chosen.filter((one) => one.siteId !== siteId));

  function apply(): void {
    remember(chosen.map(({ siteId }) => siteId));
    onApply(chosen.map(({ siteId }) => siteId));
  }

  return (
    <Dialog
      open
      width={toDialogWidth}
      title={t('data.query.chooseSites')}
      okText={t('data.query.apply')}
      onOk={apply}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <section aria-label={t('data.query.chooseSites')} className={styles.search}>
          <Segmented
            aria-label={t('data.query.picker.choose')}
            value={view}
            onChange={setView}
            options={(['list', 'map'] as const).map((value) => ({
              value,
              label: t(`data.query.picker.${value}`),
            }))}
          />
          {view === 'list' ? (
            <SiteSearchList
              permission={permission}
              chosen={chosen}
              isFull={isFull && max > 1}
              onAdd={add}
              onRemove={remove}
            />
          ) : (
            <SiteMap permission={permission} chosen={chosen} onAdd={add} onRemove={remove} />
          )}
        </section>
        <div className={styles.side}>
          <ChosenSites sites={chosen} max={max} onRemove={remove} onClear={() => setChosen([])} />
          {isFull && max > 1 && <Alert type="info" showIcon message={t('data.query.full', { max })} />}
          <SiteSets permission={permission} chosen={chosen} onChoose={add} />
        </div>
      </div>
    </Dialog>
  );
}

const toDialogWidth = 920;
