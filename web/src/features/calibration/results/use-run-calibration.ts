import { calibrationConfig } from '@limpid/contract/calibration/config';
import { startCalibration } from '@limpid/contract/calibration/result';
import type { WorkRow } from '@limpid/contract/work';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { followWork } from '../../../api/work.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';

export interface RunProgress {
  configId: number;
  done: number;
  total: number | null;
}

/** Starts a round and follows it; it goes on when the screen is closed. */
export function useRunCalibration() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [progress, setProgress] = useState<RunProgress>();
  const { mutate } = useMutation({
    mutationFn: async (configId: number) => {
      const { id } = await call(startCalibration, { body: { configId } });
      setProgress({ configId, done: 0, total: null });
      const onProgress = ({ done, total }: WorkRow) => setProgress({ configId, done, total });
      return followWork(client, id, onProgress);
    },
    onSuccess: ({ state, report, problem }) => {
      if (state === 'done')
        getNotifier().success(
          t('calibration.run.finished', { proposed: (report as { proposed: number }).proposed }),
        );
      else getNotifier().error(t('calibration.run.failed', { problem: problem ?? '' }));
    },
    onSettled: () => {
      setProgress(undefined);
      return invalidatePath(client, calibrationConfig.path);
    },
  });
  return { mutate, progress };
}
