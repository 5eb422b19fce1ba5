import { calibrationConfig } from '@limpid/contract/calibration/config';
import { acceptCalibration, rejectCalibration } from '@limpid/contract/calibration/result';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';

type Decision = 'accept' | 'reject';

/** Asks before proposals are accepted or rejected. */
export function useDecision(target: string, onDecided: () => void) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ decision, resultIds }: { decision: Decision; resultIds: number[] }) =>
      call(decision === 'accept' ? acceptCalibration : rejectCalibration, { body: { resultIds } }),
    onSuccess: ({ decided: count }, { decision }) => {
      getNotifier().success(t(`calibration.result.done.${decision}`, { count }));
      onDecided();
    },
    onSettled: () => invalidatePath(client, calibrationConfig.path),
  });
  return (decision: Decision, resultIds: number[]) =>
    modal.confirm({
      title: t(`calibration.result.ask.${decision}`, { count: resultIds.length }),
      content: t(`calibration.result.consequence.${decision}`, {
        target: t(`calibration.config.fields.target_${target}`),
      }),
      okText: t(`calibration.result.${decision}`),
      cancelText: t('kit.cancel'),
      // Closes in any case: the request layer shows errors.
      onOk: () => new Promise<void>((close) => mutate({ decision, resultIds }, { onSettled: () => close() })),
    });
}
