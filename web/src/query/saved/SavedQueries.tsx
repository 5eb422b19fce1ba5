import { CloseOutlined, StarOutlined } from '@ant-design/icons';
import type { SavedQuery } from '@limpid/contract/data/saved-query';
import type { QueryPermission } from '@limpid/contract/data/site-choice';
import { App, Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import text from '../text.module.css';
import { SaveQueryDialog } from './SaveQueryDialog.tsx';
import styles from './saved.module.css';
import { useRemoveSavedQuery, useSavedQueries } from './use-saved-queries.ts';

interface SavedQueriesProps {
  permission: QueryPermission;
  siteIds: readonly number[];
  /** The other parts of the current query, as in the address. */
  address: string;
  onOpen: (query: SavedQuery) => void;
}

/** Opens the user's queries and those of the department, and saves the current one. */
export function SavedQueries({ permission, siteIds, address, onOpen }: SavedQueriesProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { data: queries = [] } = useSavedQueries(permission);
  const own = queries.filter((query) => query.own);
  const others = queries.filter((query) => !query.own);
  const open = (query: SavedQuery) => {
    setOpen(false);
    onOpen(query);
  };
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        content={
          <div className={styles.list}>
            {queries.length === 0 && <p className={text.hint}>{t('data.savedQuery.none')}</p>}
            {own.length > 0 && (
              <QueryList title={t('data.savedQuery.own')} queries={own} onOpen={open} canRemove />
            )}
            {others.length > 0 && (
              <QueryList title={t('data.savedQuery.shared')} queries={others} onOpen={open} />
            )}
            <Button
              block
              onClick={() => {
                setOpen(false);
                setSaving(true);
              }}
            >
              {t('data.savedQuery.save')}
            </Button>
          </div>
        }
      >
        <Button aria-label={t('data.savedQuery.title')} icon={<StarOutlined aria-hidden />}>
          {t('data.savedQuery.button')}
        </Button>
      </Popover>
      {isSaving && (
        <SaveQueryDialog
          siteIds={siteIds}
          address={address}
          ownNames={own.map(({ queryName }) => queryName)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

interface QueryListProps {
  title: string;
  queries: readonly SavedQuery[];
  onOpen: (query: SavedQuery) => void;
  canRemove?: boolean;
}

function QueryList({ title, queries, onOpen, canRemove = false }: QueryListProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const removing = useRemoveSavedQuery();
  const confirmRemoval = ({ queryId, queryName, shared }: SavedQuery) =>
    modal.confirm({
      title: t('data.savedQuery.removeTitle', { name: queryName }),
      content: shared ? t('data.savedQuery.removeShared') : undefined,
      okText: t('kit.list.remove'),
      okButtonProps: { danger: true },
      onOk: () => removing.mutateAsync(queryId),
    });
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.queries}>
        {queries.map((query) => (
          <li key={query.queryId}>
            <Button type="text" className={styles.query} onClick={() => onOpen(query)}>
              <span className={styles.name}>{query.queryName}</span>
              <span className={text.hint}>{describe(query)}</span>
            </Button>
            {canRemove && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t('data.savedQuery.remove', { name: query.queryName })}
                onClick={() => confirmRemoval(query)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );

  function describe({ own, ownerName, siteIds, leftOut }: SavedQuery): string {
    return [
      t('data.query.siteCount', { count: siteIds.length }),
      ...(leftOut > 0 ? [t('data.savedQuery.leftOut', { count: leftOut })] : []),
      ...(own ? [] : [t('data.savedQuery.by', { name: ownerName })]),
    ].join(' · ');
  }
}
