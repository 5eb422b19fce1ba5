import { deviceLog } from '@limpid/contract/device/device-log';
import { cancelCommand } from '@limpid/contract/device/order';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { CommandStateDot } from '../../query/commands/CommandStateDot.tsx';
import { isCommandOpen } from '../../query/commands/command-state.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { rowId } from '../../resource/row/row.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';

type Row = RowOf<typeof deviceLog>;

/** Commands to devices, with what they said. */
export default function DeviceLogScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePolledList(deviceLog);
  const cancel = useMutation({
    mutationFn: (row: Row) => call(cancelCommand, { params: { id: rowId(deviceLog, row) } }),
    onSuccess: () => getNotifier().success(t('device.log.cancelled')),
    onSettled: () => invalidatePath(client, deviceLog.path),
  });
  const cells: Cells<typeof deviceLog> = {
    siteName: ({ siteName, deviceSn }) => <TwoLines first={siteName} second={deviceSn} />,
    // Beside the state, because only few commands can be cancelled.
    state: (row) => (
      <TwoLines
        first={<CommandStateDot state={row.state} />}
        second={
          isCommandOpen(row.state) &&
          hasAnyPermission('device:equipment:write') && (
            <Button
              type="link"
              size="small"
              aria-label={`${t('device.log.cancel')} ${row.siteName}`}
              onClick={() => cancel.mutate(row)}
            >
              {t('device.log.cancel')}
            </Button>
          )
        }
      />
    ),
    resultDesc: ({ resultDesc }) => <EllipsisText text={resultDesc ?? ''} />,
    request: ({ request }) => <EllipsisText text={request ?? ''} />,
    response: ({ response }) => <EllipsisText text={response ?? ''} />,
  };
  return <ResourceScreen resource={deviceLog} cells={cells} />;
}
