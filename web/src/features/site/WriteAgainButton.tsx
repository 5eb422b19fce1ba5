import type { RowOf } from '@limpid/contract/kit/row';
import { type ChannelCoefficient, listToWriteAgain } from '@limpid/contract/site/coefficients';
import { type CoefficientState, site, writeCoefficientsAgain } from '@limpid/contract/site/site';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { rowId } from '../../resource/row/row.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import styles from './site.module.css';
import { WriteList } from './WriteList.tsx';

interface WriteAgainButtonProps {
  row: RowOf<typeof site>;
  onDevice: readonly (ChannelCoefficient & { state: CoefficientState })[];
  nameOf: (channelId: number) => string;
}

/** Writes K and B to the device once more; hidden if it has them. */
export function WriteAgainButton({ row, onDevice, nameOf }: WriteAgainButtonProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const writing = useMutation({
    mutationFn: () => call(writeCoefficientsAgain, { body: { siteId: rowId(site, row) } }),
    onSuccess: () => invalidatePath(client, site.path),
  });
  const writes = listToWriteAgain(onDevice);
  const mayWrite = hasAnyPermission('site:site:edit') && hasAnyPermission('device:equipment:write');
  if (!mayWrite || writes.length === 0) return null;
  return (
    <Button
      className={styles.again}
      loading={writing.isPending}
      onClick={() =>
        modal.confirm({
          title: t('site.site.deviceWrite.title', { name: row.siteName, mn: row.mn }),
          content: <WriteList note={t('site.site.onDevice.againNote')} writes={writes} nameOf={nameOf} />,
          okText: t('site.site.onDevice.again'),
          cancelText: t('kit.cancel'),
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => new Promise<void>((close) => writing.mutate(undefined, { onSettled: () => close() })),
        })
      }
    >
      {t('site.site.onDevice.again')}
    </Button>
  );
}
