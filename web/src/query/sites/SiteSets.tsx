import { CloseOutlined } from '@ant-design/icons';
import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sites.module.css';
import { useRecentSites, useSiteSets } from './use-site-sets.ts';
import { useChosenSites } from './use-sites.ts';

interface SiteSetsProps {
  permission: QueryPermission;
  chosen: readonly ChosenSite[];
  onChoose: (sites: readonly ChosenSite[]) => void;
}

/** Saved sets and recently used sites; a click adds them. Sites that are gone or out of reach are left out. */
export function SiteSets({ permission, chosen, onChoose }: SiteSetsProps) {
  const { t } = useTranslation();
  const [sets, keepSets] = useSiteSets();
  const [recent] = useRecentSites();
  const [name, setName] = useState('');
  const ids = [...new Set([...recent, ...sets.flatMap(({ siteIds }) => siteIds)])];
  const { data: sites = [] } = useChosenSites(permission, ids);
  const find = (siteIds: readonly number[]) =>
    siteIds.flatMap((id) => sites.find(({ siteId }) => siteId === id) ?? []);

  function save(): void {
    const siteIds = chosen.map(({ siteId }) => siteId);
    keepSets([...sets.filter((one) => one.name !== name.trim()), { name: name.trim(), siteIds }]);
    setName('');
  }

  return (
    <>
      {find(recent).length > 0 && (
        <section aria-labelledby="recent-sites">
          <h3 id="recent-sites" className={styles.heading}>
            {t('data.query.recent')}
          </h3>
          <div className={styles.chips}>
            {find(recent).map((site) => (
              <Button key={site.siteId} size="small" onClick={() => onChoose([site])}>
                {site.siteName}
              </Button>
            ))}
          </div>
        </section>
      )}
      {(sets.length > 0 || chosen.length > 1) && (
        <section aria-labelledby="site-sets">
          <h3 id="site-sets" className={styles.heading}>
            {t('data.query.sets')}
          </h3>
          <div className={styles.chips}>
            {sets.map((set) => (
              <span key={set.name} className={styles.set}>
                <Button size="small" onClick={() => onChoose(find(set.siteIds))}>
                  {t('data.query.entityOption', { name: set.name, count: find(set.siteIds).length })}
                </Button>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('data.query.removeSet', { name: set.name })}
                  onClick={() => keepSets(sets.filter((one) => one.name !== set.name))}
                />
              </span>
            ))}
          </div>
          {chosen.length > 1 && (
            <div className={styles.saveSet}>
              <Input
                maxLength={40}
                placeholder={t('data.query.setName')}
                aria-label={t('data.query.setName')}
                value={name}
                onChange={({ target }) => setName(target.value)}
                onPressEnter={() => name.trim() && save()}
              />
              <Button disabled={name.trim() === ''} onClick={save}>
                {t('data.query.saveSet')}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}
