import { SearchOutlined } from '@ant-design/icons';
import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { localised } from '@limpid/contract/kit/resource';
import { Button, Checkbox, Input, Skeleton, TreeSelect } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import words from '../text.module.css';
import { groupEntities } from './group-entities.ts';
import styles from './sites.module.css';
import { useSiteEntities, useSiteSearch } from './use-sites.ts';

interface SiteSearchListProps {
  permission: QueryPermission;
  chosen: readonly ChosenSite[];
  /** No other site can be added. */
  isFull: boolean;
  onAdd: (sites: readonly ChosenSite[]) => void;
  onRemove: (siteId: number) => void;
}

/** Sites by search and entity, the first hundred of them. */
export function SiteSearchList({ permission, chosen, isFull, onAdd, onRemove }: SiteSearchListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState('');
  const [entityId, setEntityId] = useState<number>();
  const search = useDeferredValue(text);
  const { data: entities = [] } = useSiteEntities(permission);
  const { data, isPending, isError, error, refetch } = useSiteSearch(permission, { search, entityId });
  return (
    <>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('data.query.searchSites')}
        aria-label={t('data.query.searchSites')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.entity}>
        <TreeSelect<string>
          allowClear
          treeDefaultExpandAll
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder={t('data.query.allEntities')}
          aria-label={t('data.query.fields.entityId')}
          className={styles.entities}
          value={entityId === undefined ? undefined : String(entityId)}
          onChange={(value?: string) => setEntityId(value === undefined ? undefined : Number(value))}
          treeData={groupEntities(entities, ({ siteCount, ...entity }) =>
            t('data.query.entityOption', {
              name: localised(entity, 'entityName', language),
              count: siteCount,
            }),
          )}
        />
        {entityId !== undefined && data && (
          <Button disabled={isFull} onClick={() => onAdd(data.sites)}>
            {t('data.query.picker.addEntity')}
          </Button>
        )}
      </div>
      {isError && (
        <ErrorState
          title={t('kit.states.listFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.sites.length === 0 && (
        <EmptyState title={t('data.query.nothingFound')} hint={t('data.query.nothingFoundHint')} />
      )}
      <ul className={styles.found}>
        {data?.sites.map((site) => {
          const isChosen = chosen.some(({ siteId }) => siteId === site.siteId);
          return (
            <li key={site.siteId}>
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => (isChosen ? onRemove(site.siteId) : onAdd([site]))}
              >
                {site.siteName} <span className={words.hint}>{localised(site, 'entityName', language)}</span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {data && data.total > data.sites.length && (
        <p className={words.hint}>{t('data.query.more', { shown: data.sites.length, total: data.total })}</p>
      )}
    </>
  );
}
