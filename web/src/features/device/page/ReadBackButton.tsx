import type { DeviceParameter } from '@limpid/contract/device/device-page';
import { equipment } from '@limpid/contract/device/equipment';
import { readDevices } from '@limpid/contract/device/order';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import styles from './device-page.module.css';

interface ReadBackButtonProps {
  siteId: number;
  parameter: Pick<DeviceParameter, 'readCommandId' | 'polId'>;
  /** The parameter as the row shows it. */
  name: string;
}

/** Reads a parameter that was written, so that the list shows what the device has. */
export function ReadBackButton({ siteId, parameter: { readCommandId, polId }, name }: ReadBackButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: (commandId: number) =>
      call(readDevices, { body: { commandId, siteIds: [siteId], values: polId ? { PolId: polId } : {} } }),
    onSuccess({ devices }) {
      const isOffline = devices.every(({ state }) => state === 'offline');
      if (isOffline) getNotifier().warning(t('device.results.offline'));
      else getNotifier().success(t('device.page.parameters.reading'));
      return invalidatePath(client, equipment.path);
    },
  });
  if (readCommandId === null) return null;
  return (
    <div>
      <Button
        type="link"
        size="small"
        className={styles.readBack}
        loading={read.isPending}
        aria-label={`${t('device.page.parameters.readBack')} ${name}`}
        onClick={() => read.mutate(readCommandId)}
      >
        {t('device.page.parameters.readBack')}
      </Button>
    </div>
  );
}
