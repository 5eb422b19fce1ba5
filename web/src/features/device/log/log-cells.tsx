import { deviceLog } from '@limpid/contract/device/device-log';
import { localised } from '@limpid/contract/kit/resource';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { useCancelCommand } from '../../../query/commands/use-offer.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { formatSeconds } from '../page/CommandFrames.tsx';

/** The number of a device has 24 characters. */
export const logWidths = {
  dataTime: 180,
  siteName: 208,
  state: 124,
  userName: 96,
  seconds: 92,
  actions: 84,
} as const;

export function useLogCells(): Cells<typeof deviceLog> {
  const { t } = useTranslation();
  const language = useLanguage();
  const cancel = useCancelCommand();
  const onSuccess = () => getNotifier().success(t('device.log.cancelled'));
  const types = useDict('device_command_type');
  return {
    commandName: (row) => (
      <TwoLines
        first={localised(row, 'commandName', language) || (row.commandCode ?? '')}
        second={types.find(({ value }) => value === row.logType)?.text}
      />
    ),
    siteName: ({ siteName, deviceSn }) => <TwoLines first={siteName} second={deviceSn} />,
    // Beside the state, because only few commands can be cancelled.
    state: (row) => (
      <TwoLines
        first={<CommandStateDot state={row.state} />}
        second={
          row.cancellable && (
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
    seconds: ({ seconds }) => seconds !== null && formatSeconds(seconds, language),
    request: ({ request }) => <EllipsisText text={request ?? ''} />,
    response: ({ response }) => <EllipsisText text={response ?? ''} />,
  };
}
