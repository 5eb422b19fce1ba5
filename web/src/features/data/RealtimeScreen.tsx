import { exportRealtime, listRealtime, realtime } from '@limpid/contract/data/realtime';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { entity } from '@limpid/contract/site/entity';
import { useTranslation } from 'react-i18next';
import { ReferenceMark } from '../../air/ReferenceMark.tsx';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
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
import { RealtimeCards } from './realtime/RealtimeCards.tsx';
import { RealtimeFilters } from './realtime/RealtimeFilters.tsx';
import { RealtimeTable } from './realtime/RealtimeTable.tsx';
import { HoursChoice, SoundSwitch, useView, ViewSwitch } from './realtime/RealtimeTools.tsx';
import styles from './realtime/realtime.module.css';
import { columnsOnDemand, listColumns } from './realtime/realtime-columns.ts';
import filters from './realtime/realtime-filters.module.css';
import { useMeasuredChannels } from './realtime/use-measured-channels.ts';
import { useRealtimeAddress } from './realtime/use-realtime-address.ts';
import { freshMs, useRealtimeCounts } from './realtime/use-realtime-counts.ts';
import { useRecentHours } from './realtime/use-recent-hours.ts';
import { useSitesNow } from './realtime/use-sites-now.ts';
import { useSoundSwitch } from './realtime/use-sound-switch.ts';

const endpoints = { ...resourceEndpoints(realtime), list: listRealtime };

export default function RealtimeScreen() {
  usePolledList(realtime, freshMs);
  const { t } = useTranslation();
  const [view, setView] = useView();
  const [preference] = useIndexPreference();
  const index = useIndexScale(preference);
  const address = useRealtimeAddress();
  const { only, sort, entityId } = address;
  const order = sort && { orderByColumn: sort.by, isAsc: sort.desc ? 'desc' : 'asc' };
  const chosen = { ...(entityId !== null && { entityId }) };
  const narrowing = { ...(only && { only }), ...(sort?.by === 'index' && { index: index.key }), ...order };
  const list = useResourceList({ resource: realtime, endpoints, outerFilter: { ...chosen, ...narrowing } });
  const expansion = useTreeExpansion(realtime, list);
  const search = useSearchPanel(list);
  const searched = { ...list.filter, ...chosen };
  const { counts } = useRealtimeCounts(searched, false);
  const sound = useSoundSwitch(searched);

  const sites = useSitesNow(list.rows);
  const channels = useMeasuredChannels(sites);
  const columns = useChosenColumns(realtime, listColumns(index, channels), columnsOnDemand);
  const isShown = (column: string) => columns.shown.some(({ name }) => name === column);
  const siteIds = sites.map(({ siteId }) => siteId);
  const hours = useRecentHours(siteIds, channels, index.key, isShown('hours'));

  const isFiltered = only !== undefined || Object.keys(searched).length > 0;
  const showAll = () => {
    address.showAll();
    search.showAll();
  };
  const empty = isFiltered ? (
    <ListEmpty isFiltered onReset={showAll} onAdd={undefined} canImport={false} />
  ) : (
    <EmptyState title={t('data.realtime.empty')} hint={t('data.realtime.emptyHint')} />
  );
  const tools = (
    <>
      <div className={filters.entities}>
        <OptionPicker
          resource={entity}
          allowClear
          aria-label={t('data.realtime.fields.entityId')}
          placeholder={t('data.realtime.allEntities')}
          value={entityId}
          onChange={(picked) => address.chooseEntity(typeof picked === 'number' ? picked : null)}
        />
      </div>
      <ViewSwitch view={view} onChange={setView} />
    </>
  );
  const moreTools = (
    <>
      {isShown('hours') && <HoursChoice hours={hours} indexTitle={index.title} />}
      <ExportButton
        endpoint={exportRealtime}
        query={{
          ...list.effectiveFilter,
          index: index.key,
          columns: columns.shown.map(({ name }) => name),
        }}
      />
      <SoundSwitch sound={sound} />
    </>
  );
  return (
    <section aria-label={t('data.realtime.title')} className={`${frame.screen} ${styles.screen}`}>
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
        moreTools={moreTools}
      />
      <RealtimeFilters counts={counts} only={only} onChange={address.narrow} />
      {isShown('index') && sites.some(({ indices }) => indices?.[index.key].reference) && (
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
            sites={sites}
            columns={columns.shown}
            index={index}
            hours={hours}
            sort={sort}
            onSort={address.sortBy}
            empty={empty}
          />
        ) : (
          <RealtimeCards
            sites={sites}
            channels={columns.shown.flatMap(({ channel }) => channel ?? [])}
            index={isShown('index') ? index : undefined}
            hours={isShown('hours') ? hours : undefined}
            isPending={list.isPending}
            empty={empty}
          />
        )}
      </ListFrame>
      <ListPagination list={list} />
    </section>
  );
}
