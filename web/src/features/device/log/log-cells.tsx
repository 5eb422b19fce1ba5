import { deviceLog } from '@limpid/contract/device/device-log';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { mayCancelCommand } from '../../../query/commands/command-state.ts';
import { useCancelCommand } from '../../../query/commands/use-offer.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { formatSeconds } from '../page/CommandTimes.tsx';

/** The number of a device has 24 characters. */
export const logWidths = {
  dataTime: 176,
  siteName: 204,
  logType: 128,
  userName: 96,
  seconds: 92,
  actions: 100,
} as const;

export function useLogCells(): Cells<typeof deviceLog> {
  const { t } = useTranslation();
  const language = useLanguage();
  const cancel = useCancelCommand();
  const onSuccess = () => getNotifier().success(t('device.log.cancelled'));
  return {
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
    seconds: ({ seconds }) => seconds !== null && formatSeconds(seconds, language),
    request: ({ request }) => <EllipsisText text={request ?? ''} />,
    response: ({ response }) => <EllipsisText text={response ?? ''} />,
  };
}
