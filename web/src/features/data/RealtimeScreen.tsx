import { AppstoreOutlined, TableOutlined } from '@ant-design/icons';
import { listRealtime, realtime } from '@limpid/contract/data/realtime';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { entity } from '@limpid/contract/site/entity';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import { searchFields } from '../../resource/fields/resource-fields.ts';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { ListEmpty } from '../../resource/list/ListEmpty.tsx';
import { ListFrame } from '../../resource/list/ListFrame.tsx';
import { ListPagination } from '../../resource/list/ListPagination.tsx';
import { ResourceToolbar } from '../../resource/list/ResourceToolbar.tsx';
import { SearchForm } from '../../resource/list/SearchForm.tsx';
import { useChosenColumns } from '../../resource/list/use-column-choices.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import { useResourceList } from '../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../resource/list/use-tree-expansion.ts';
import frame from '../../resource/resource.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import { ReferenceMark } from './IndexValue.tsx';
import { RealtimeCards } from './RealtimeCards.tsx';
import { RealtimeTable } from './RealtimeTable.tsx';
import styles from './realtime.module.css';
import { listColumns } from './realtime-columns.ts';
import { useMeasuredChannels } from './use-channels.ts';
import { usePageOrder } from './use-page-order.ts';
import { useSitesNow } from './use-sites-now.ts';

type View = 'table' | 'cards';

const everyMs = 10_000;
const endpoints = { ...resourceEndpoints(realtime), list: listRealtime };

export default function RealtimeScreen() {
  usePolledList(realtime, everyMs);
  const { t } = useTranslation();
  const [entityId, setEntityId] = useState<number | null>(null);
  const [view, setView] = useView();
  const outerFilter = entityId === null ? undefined : { entityId };
  const list = useResourceList({ resource: realtime, endpoints, outerFilter });
  const expansion = useTreeExpansion(realtime, list);
  const search = useSearchPanel(list);
  const [preference] = useIndexPreference();
  const index = useIndexScale(preference);
  const sites = useSitesNow(list.rows);
  const columns = useChosenColumns(realtime, listColumns(index, useMeasuredChannels(sites)));
  const order = usePageOrder(list, sites, columns.shown);
  const isIndexShown = columns.shown.some(({ name }) => name === 'index');

  const isFiltered = Object.keys(list.effectiveFilter).length > 0;
  const showAll = () => {
    setEntityId(null);
    search.showAll();
  };
  const empty = isFiltered ? (
    <ListEmpty isFiltered onReset={showAll} onAdd={undefined} canImport={false} />
  ) : (
    <EmptyState title={t('data.realtime.empty')} hint={t('data.realtime.emptyHint')} />
  );
  const entities = (
    <OptionPicker
      resource={entity}
      allowClear
      aria-label={t('data.realtime.fields.entityId')}
      placeholder={t('data.realtime.allEntities')}
      value={entityId}
      onChange={(chosen) => setEntityId(typeof chosen === 'number' ? chosen : null)}
    />
  );
  const tools = (
    <>
      <div className={styles.entities}>{entities}</div>
      <ViewSwitch view={view} onChange={setView} />
    </>
  );
  const isPart = (list.response?.total ?? 0) > list.rows.length;
  return (
    <section aria-label={t('data.realtime.title')} className={frame.screen}>
      <div hidden={!search.isShown}>
        <SearchForm form={search.form} fields={searchFields(realtime)} onSearch={list.search} />
      </div>
      <ResourceToolbar
        resource={realtime}
        endpoints={endpoints}
        list={list}
        expansion={expansion}
        columns={columns}
        isSearchShown={search.isShown}
        onToggleSearch={search.toggle}
        tools={tools}
      />
      {order.column && isPart && (
        <p className={styles.hint}>{t('data.realtime.sortedHere', { name: order.column.title })}</p>
      )}
      {isIndexShown && sites.some(({ indices }) => indices?.[index.key].reference) && (
        <p className={styles.hint}>
          {view === 'table' && (
            <>
              <ReferenceMark /> ={' '}
            </>
          )}
          {t('map.panel.reference')}
        </p>
      )}
      {/* Screen readers announce other rows, not updated values. */}
      <ListFrame list={list} isBusy={list.isShowingPreviousPage}>
        {view === 'table' ? (
          <RealtimeTable
            list={list}
            sites={order.sites}
            columns={columns.shown}
            index={index}
            order={order}
            empty={empty}
          />
        ) : (
          <RealtimeCards
            sites={order.sites}
            channels={columns.shown.flatMap(({ channel }) => channel ?? [])}
            index={isIndexShown ? index : undefined}
            isPending={list.isPending}
            empty={empty}
          />
        )}
      </ListFrame>
      <ListPagination list={list} />
    </section>
  );
}

/** The chosen view; by default cards on a phone and a table elsewhere. */
function useView(): [View, (view: View) => void] {
  const isPhone = useMedia(phoneQuery);
  const place = isPhone ? 'phone' : 'desk';
  const [chosen, choose] = usePersonalChoice<Partial<Record<typeof place, View>>>(
    `view:${realtime.path}`,
    {},
  );
  return [chosen[place] ?? (isPhone ? 'cards' : 'table'), (view) => choose({ ...chosen, [place]: view })];
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented<View>
      aria-label={t('data.realtime.view')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'table', label: t('data.realtime.table'), icon: <TableOutlined aria-hidden /> },
        { value: 'cards', label: t('data.realtime.cards'), icon: <AppstoreOutlined aria-hidden /> },
      ]}
    />
  );
}
