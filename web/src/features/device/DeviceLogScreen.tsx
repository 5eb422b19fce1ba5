import { deviceLog } from '@limpid/contract/device/device-log';
import { equipment } from '@limpid/contract/device/equipment';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { ListBody } from '../../resource/list/ListBody.tsx';
import { ListEmpty } from '../../resource/list/ListEmpty.tsx';
import { SearchAndToolbar } from '../../resource/list/SearchAndToolbar.tsx';
import { useColumnChoices } from '../../resource/list/use-column-choices.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import { useResourceList } from '../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../resource/list/use-tree-expansion.ts';
import frame from '../../resource/resource.module.css';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LogDrawer } from './log/LogDrawer.tsx';
import { logWidths, useLogCells } from './log/log-cells.tsx';

const endpoints = resourceEndpoints(deviceLog);

/** Commands to devices, with what they said. */
export default function DeviceLogScreen() {
  const { t } = useTranslation();
  usePolledList(deviceLog);
  const list = useResourceList({ resource: deviceLog, endpoints });
  const expansion = useTreeExpansion(deviceLog, list);
  const columns = useColumnChoices(deviceLog, undefined);
  const search = useSearchPanel(list);
  const details = useDialog<number>();
  const cells = useLogCells();
  const actions = ({ logId }: RowOf<typeof deviceLog>) => [
    { key: 'detail', text: t('device.log.detail'), run: () => details.show(logId) },
  ];
  const facts = { resource: deviceLog, endpoints, list, expansion };
  return (
    <section aria-label={t('device.log.title')} className={frame.screen}>
      <SearchAndToolbar {...facts} search={search} columns={columns} />
      <ListBody
        {...facts}
        columns={columns.shown}
        cells={cells}
        columnWidths={logWidths}
        actions={actions}
        empty={
          Object.keys(list.filter).length > 0 ? (
            <ListEmpty isFiltered onReset={search.showAll} onAdd={undefined} canImport={false} />
          ) : (
            <EmptyLog />
          )
        }
      />
      <LogDrawer logId={details.open ? details.subject : undefined} onClose={details.hide} />
    </section>
  );
}

/** Commands are sent from the list of devices. */
function EmptyLog() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('device.log.none')}
      hint={t('device.log.noneHint')}
      action={
        hasAnyPermission(`${equipment.permission}:list`) && (
          <Link to={equipment.path}>{t('device.log.openEquipment')}</Link>
        )
      }
    />
  );
}
