import { SendOutlined } from '@ant-design/icons';
import { equipment, maxOrderedDevices } from '@limpid/contract/device/equipment';
import type { RowOf } from '@limpid/contract/kit/row';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CommandDialog, type CommandSubject } from '../../query/commands/CommandDialog.tsx';
import { deviceParameter } from '../../query/commands/device-address.ts';
import { mayOrder } from '../../query/commands/may-order.ts';
import { useAddress } from '../../query/state/use-address.ts';
import { ListEmpty } from '../../resource/list/ListEmpty.tsx';
import { ListFrame } from '../../resource/list/ListFrame.tsx';
import { ListPagination } from '../../resource/list/ListPagination.tsx';
import { ResourceTable } from '../../resource/list/ResourceTable.tsx';
import { ResourceToolbar } from '../../resource/list/ResourceToolbar.tsx';
import { SearchForm } from '../../resource/list/SearchForm.tsx';
import { useColumnChoices } from '../../resource/list/use-column-choices.ts';
import { useTreeExpansion } from '../../resource/list/use-tree-expansion.ts';
import frame from '../../resource/resource.module.css';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import { EquipmentFilters } from './equipment/EquipmentFilters.tsx';
import styles from './equipment/equipment.module.css';
import { equipmentCells, equipmentWidths, isEnabled } from './equipment/equipment-cells.tsx';
import { SelectionLine } from './equipment/SelectionLine.tsx';
import { equipmentEndpoints, equipmentSearch, useEquipmentList } from './equipment/use-equipment-list.ts';
import { DeviceDrawer } from './page/DeviceDrawer.tsx';

/** All devices with their state; commands for one or many of them. */
export default function EquipmentScreen() {
  const { t } = useTranslation();
  const devices = useEquipmentList();
  const { list, search } = devices;
  const expansion = useTreeExpansion(equipment, list);
  const columns = useColumnChoices(equipment, undefined);
  const commands = useDialog<CommandSubject>();
  const [address, changeAddress] = useAddress();
  const opened = Number(address.get(deviceParameter)) || undefined;
  const canOrder = mayOrder();
  const isPhone = useMedia(phoneQuery);
  const commandFor = ({ siteId, siteName }: RowOf<typeof equipment>) =>
    commands.show({ siteIds: [siteId], siteName: siteName ?? undefined });
  const actions = (row: RowOf<typeof equipment>) =>
    isEnabled(row)
      ? [{ key: 'command', text: t('device.equipment.command'), run: () => commandFor(row) }]
      : [];
  const facts = { resource: equipment, endpoints: equipmentEndpoints, list, expansion };
  const chosen = list.selected;
  return (
    <section aria-label={t('device.equipment.title')} className={frame.screen}>
      <div hidden={!search.isShown}>
        <SearchForm form={search.form} fields={equipmentSearch} onSearch={devices.searchFor} />
        {isPhone && (
          <div className={styles.filters}>
            <EquipmentFilters {...devices} />
          </div>
        )}
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
                disabled={chosen.length === 0 || chosen.length > maxOrderedDevices}
                onClick={() => commands.show({ siteIds: chosen, siteName: undefined })}
              >
                {chosen.length > 1
                  ? t('device.equipment.commandSelected', { count: chosen.length })
                  : t('device.equipment.command')}
              </Button>
            )}
            {!isPhone && <EquipmentFilters {...devices} />}
          </>
        }
      />
      {canOrder && <SelectionLine devices={devices} />}
      <ListFrame list={list} isBusy={list.isShowingPreviousPage}>
        <ResourceTable
          {...facts}
          columns={columns.shown}
          cells={equipmentCells}
          columnWidths={equipmentWidths}
          actions={canOrder ? actions : undefined}
          isSelectable={canOrder}
          canSelect={isEnabled}
          empty={
            <ListEmpty
              isFiltered={Object.keys(devices.filter).length > 0}
              onReset={devices.showAll}
              onAdd={undefined}
              canImport={false}
            />
          }
        />
      </ListFrame>
      <ListPagination list={list} />
      <DeviceDrawer
        siteId={opened}
        onClose={() =>
          changeAddress((current) => {
            current.delete(deviceParameter);
            return current;
          })
        }
        onCommand={commandFor}
      />
      {commands.subject && (
        <CommandDialog
          key={commands.turn}
          {...commands.subject}
          open={commands.open}
          onClose={commands.hide}
        />
      )}
    </section>
  );
}
