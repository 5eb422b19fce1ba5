import { CheckOutlined } from '@ant-design/icons';
import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { type AlarmRow, alarmEndpoints } from '../../../query/alarms/alarm.ts';
import {
  type AlarmActionKind,
  actionPermissions,
  useAlarmAction,
} from '../../../query/alarms/use-alarm-action.ts';
import { useAlarmUpdates } from '../../../query/alarms/use-alarms.ts';
import { ListEmpty } from '../../../resource/list/ListEmpty.tsx';
import { ListFrame } from '../../../resource/list/ListFrame.tsx';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import { ResourceTable } from '../../../resource/list/ResourceTable.tsx';
import { SearchAndToolbar } from '../../../resource/list/SearchAndToolbar.tsx';
import { useAddressFilter } from '../../../resource/list/use-address-filter.ts';
import { useColumnChoices } from '../../../resource/list/use-column-choices.ts';
import { useResourceList } from '../../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../../resource/list/use-tree-expansion.ts';
import screen from '../../../resource/resource.module.css';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { readSeverity, severityClass } from '../../../ui/severity/severity.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { AlarmActionDialog } from './AlarmActionDialog.tsx';
import { AlarmCards } from './AlarmCards.tsx';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { alarmCells } from './alarm-cells.tsx';
import styles from './alarm-log.module.css';
import { listActions } from './list-actions.ts';

/** The alarm that is open is in the address, so that messages can link to it. */
const alarmParameter = 'alarm';

/** Marks of sites link to their active alarms. */
const addressFields = ['siteName', 'state'] as const;

/** Value and peak are one column; what the alarm is about needs the room. */
const columnWidths = { severity: 116, alarmType: 'rest', value: 152, raisedAt: 168, state: 'rest' } as const;

/** The placeholders of rows that are loading have no severity. */
const edgeOf = ({ severity }: AlarmRow) =>
  severity ? `${styles.edge} ${severityClass(readSeverity(severity))}` : '';

/** All alarms, live; actions on one or several of them. */
export function AlarmLogList() {
  const { t } = useTranslation();
  useAlarmUpdates();
  const isPhone = useMedia(phoneQuery);
  const list = useResourceList({ resource: alarmLog, endpoints: alarmEndpoints });
  const expansion = useTreeExpansion(alarmLog, list);
  const columns = useColumnChoices(alarmLog, undefined);
  const search = useSearchPanel(list);
  useAddressFilter(list, search.form, addressFields);
  const [address, setAddress] = useSearchParams();
  const opened = Number(address.get(alarmParameter)) || undefined;
  const open = (alarmId: number | undefined) =>
    setAddress(alarmId === undefined ? {} : { [alarmParameter]: String(alarmId) }, { replace: true });
  const dialog = useDialog<{ kind: AlarmActionKind; rows: readonly AlarmRow[] }>();
  const unmute = useAlarmAction();
  const run = (kind: AlarmActionKind, rows: readonly AlarmRow[]) =>
    kind === 'unmute'
      ? unmute.mutate({ kind, alarmIds: rows.map(({ alarmId }) => alarmId) })
      : dialog.show({ kind, rows });
  const actions = (row: AlarmRow) => [
    ...listActions(row).map((kind) => ({
      key: kind,
      text: t(`alarm.log.actions.${kind}`),
      run: () => run(kind, [row]),
    })),
    { key: 'detail', text: t('alarm.log.actions.detail'), run: () => open(row.alarmId) },
  ];
  const facts = { resource: alarmLog, endpoints: alarmEndpoints, list, expansion };
  const waiting = list.selectedRows.filter(({ acknowledgedAt }) => !acknowledgedAt);
  const mayAcknowledge = hasAnyPermission(actionPermissions.acknowledge);
  const empty = (
    <ListEmpty
      isFiltered={Object.keys(list.filter).length > 0}
      onReset={search.showAll}
      onAdd={undefined}
      canImport={false}
    />
  );
  return (
    <section aria-label={t('alarm.log.title')} className={screen.screen}>
      <SearchAndToolbar
        {...facts}
        search={search}
        columns={columns}
        tools={
          mayAcknowledge &&
          !isPhone && (
            <Button
              icon={<CheckOutlined aria-hidden />}
              disabled={waiting.length === 0}
              onClick={() => run('acknowledge', waiting)}
            >
              {waiting.length > 1
                ? t('alarm.log.acknowledgeSelected', { count: waiting.length })
                : t('alarm.log.actions.acknowledge')}
            </Button>
          )
        }
      />
      {/* Live changes of the same page do not dim it. */}
      <ListFrame list={list} isBusy={list.isShowingPreviousPage}>
        {isPhone && !list.isPending ? (
          <AlarmCards rows={list.rows} actions={actions} empty={empty} onOpen={open} />
        ) : (
          <ResourceTable
            {...facts}
            columns={columns.shown}
            cells={alarmCells}
            columnWidths={columnWidths}
            actions={actions}
            empty={empty}
            isSelectable={mayAcknowledge}
            rowClass={edgeOf}
          />
        )}
      </ListFrame>
      <ListPagination list={list} />
      <AlarmDrawer alarmId={opened} onClose={() => open(undefined)} onAct={run} />
      {dialog.subject && (
        <AlarmActionDialog
          key={dialog.turn}
          {...dialog.subject}
          open={dialog.open}
          onClose={() => {
            dialog.hide();
            list.select([]);
          }}
        />
      )}
    </section>
  );
}
