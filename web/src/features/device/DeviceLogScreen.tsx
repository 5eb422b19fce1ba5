import { deviceLog } from '@limpid/contract/device/device-log';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { CommandStateDot } from '../../query/commands/CommandStateDot.tsx';
import { mayCancelCommand } from '../../query/commands/command-state.ts';
import { useCancelCommand } from '../../query/commands/use-offer.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { rowId } from '../../resource/row/row.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';

/** Commands to devices, with what they said. */
export default function DeviceLogScreen() {
  const { t } = useTranslation();
  usePolledList(deviceLog);
  const cancel = useCancelCommand();
  const onSuccess = () => getNotifier().success(t('device.log.cancelled'));
  const cells: Cells<typeof deviceLog> = {
    siteName: ({ siteName, deviceSn }) => <TwoLines first={siteName} second={deviceSn} />,
    // Beside the state, because only few commands can be cancelled.
    state: (row) => (
      <TwoLines
        first={<CommandStateDot state={row.state} />}
        second={
          mayCancelCommand(row.state, row.logType) && (
            <Button
              type="link"
              size="small"
              aria-label={`${t('device.log.cancel')} ${row.siteName}`}
              onClick={() => cancel.mutate(rowId(deviceLog, row), { onSuccess })}
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
