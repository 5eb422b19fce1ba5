import { SendOutlined } from '@ant-design/icons';
import { deviceType } from '@limpid/contract/basedata/device-type';
import { equipment } from '@limpid/contract/device/equipment';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { entity } from '@limpid/contract/site/entity';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CommandDialog, type CommandSubject } from '../../query/commands/CommandDialog.tsx';
import { deviceParameter } from '../../query/commands/device-address.ts';
import { mayOrder } from '../../query/commands/may-order.ts';
import { searchFields } from '../../resource/fields/resource-fields.ts';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { ListEmpty } from '../../resource/list/ListEmpty.tsx';
import { ListFrame } from '../../resource/list/ListFrame.tsx';
import { ListPagination } from '../../resource/list/ListPagination.tsx';
import { ResourceTable } from '../../resource/list/ResourceTable.tsx';
import { ResourceToolbar } from '../../resource/list/ResourceToolbar.tsx';
import { SearchForm } from '../../resource/list/SearchForm.tsx';
import { useColumnChoices } from '../../resource/list/use-column-choices.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import { useResourceList } from '../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../resource/list/use-tree-expansion.ts';
import frame from '../../resource/resource.module.css';
import { useDialog } from '../../resource/row/use-dialog.ts';
import styles from './equipment/equipment.module.css';
import { equipmentCells, equipmentWidths } from './equipment/equipment-cells.tsx';
import { DeviceDrawer } from './page/DeviceDrawer.tsx';

const endpoints = resourceEndpoints(equipment);
const everyMs = 10_000;

/** All devices with their state; commands for one or many of them. */
export default function EquipmentScreen() {
  const { t } = useTranslation();
  usePolledList(equipment, everyMs);
  const [outerFilter, setOuterFilter] = useState<{ entityId?: number; deviceTypeId?: number }>({});
  const list = useResourceList({ resource: equipment, endpoints, outerFilter });
  const expansion = useTreeExpansion(equipment, list);
  const columns = useColumnChoices(equipment, undefined);
  const search = useSearchPanel(list);
  const commands = useDialog<CommandSubject>();
  const [address, setAddress] = useSearchParams();
  const opened = Number(address.get(deviceParameter)) || undefined;
  const canOrder = mayOrder();
  const command = (rows: readonly RowOf<typeof equipment>[]) =>
    commands.show({
      siteIds: rows.map(({ siteId }) => siteId),
      siteName: rows.length === 1 ? (rows[0]?.siteName ?? undefined) : undefined,
    });
  const actions = (row: RowOf<typeof equipment>) =>
    canOrder ? [{ key: 'command', text: t('device.equipment.command'), run: () => command([row]) }] : [];
  const facts = { resource: equipment, endpoints, list, expansion };
  const chosen = list.selectedRows;
  return (
    <section aria-label={t('device.equipment.title')} className={frame.screen}>
      <div hidden={!search.isShown}>
        <SearchForm form={search.form} fields={searchFields(equipment)} onSearch={list.search} />
      </div>
      <ResourceToolbar
        {...facts}
        columns={columns}
        isSearchShown={search.isShown}
        onToggleSearch={search.toggle}
        tools={
          <>
            {canOrder && (
              <Button
                type="primary"
                icon={<SendOutlined aria-hidden />}
                disabled={chosen.length === 0}
                onClick={() => command(chosen)}
              >
                {chosen.length > 1
                  ? t('device.equipment.commandSelected', { count: chosen.length })
                  : t('device.equipment.command')}
              </Button>
            )}
            <div className={styles.picker}>
              <OptionPicker
                resource={entity}
                allowClear
                aria-label={t('device.equipment.fields.entityId')}
                placeholder={t('device.equipment.allEntities')}
                value={outerFilter.entityId ?? null}
                onChange={(id) => setOuterFilter((old) => withChoice(old, 'entityId', id))}
              />
            </div>
            <div className={styles.picker}>
              <OptionPicker
                resource={deviceType}
                allowClear
                aria-label={t('device.equipment.fields.deviceTypeId')}
                placeholder={t('device.equipment.allTypes')}
                value={outerFilter.deviceTypeId ?? null}
                onChange={(id) => setOuterFilter((old) => withChoice(old, 'deviceTypeId', id))}
              />
            </div>
          </>
        }
      />
      <ListFrame list={list} isBusy={list.isShowingPreviousPage}>
        <ResourceTable
          {...facts}
          columns={columns.shown}
          cells={equipmentCells}
          columnWidths={equipmentWidths}
          actions={canOrder ? actions : undefined}
          isSelectable={canOrder}
          empty={
            <ListEmpty
              isFiltered={Object.keys(list.effectiveFilter).length > 0}
              onReset={() => {
                setOuterFilter({});
                search.showAll();
              }}
              onAdd={undefined}
              canImport={false}
            />
          }
        />
      </ListFrame>
      <ListPagination list={list} />
      <DeviceDrawer
        siteId={opened}
        onClose={() => setAddress({}, { replace: true })}
        onCommand={(row) => command([row])}
      />
      {commands.subject && (
        <CommandDialog
          key={commands.turn}
          {...commands.subject}
          open={commands.open}
          onClose={() => {
            commands.hide();
            list.select([]);
          }}
        />
      )}
    </section>
  );
}

type Choices = { entityId?: number; deviceTypeId?: number };

function withChoice(old: Choices, name: keyof Choices, chosen: unknown): Choices {
  const rest = Object.entries(old).filter(([other]) => other !== name);
  return Object.fromEntries(typeof chosen === 'number' ? [...rest, [name, chosen]] : rest);
}
