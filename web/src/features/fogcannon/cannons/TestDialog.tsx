import { testCannon } from '@limpid/contract/fogcannon/cannon-order';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CannonOrderProgress } from '../../../query/cannons/CannonOrderProgress.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

interface TestDialogProps {
  cannon: { cannonId: number; cannonName: string };
  /** Tells one test from the next. */
  turn: number;
  open: boolean;
  onClose: () => void;
}

/** Connects to the controller of a cannon and says what was found, or what is wrong. */
export function TestDialog({ cannon: { cannonId, cannonName }, turn, open, onClose }: TestDialogProps) {
  const { t } = useTranslation();
  const test = useQuery({
    queryKey: ['cannonTest', cannonId, turn],
    queryFn: () => call(testCannon, { params: { id: cannonId }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={t('fogcannon.test.running', { name: cannonName })}
      footer={<Button onClick={onClose}>{t('fogcannon.switch.close')}</Button>}
    >
      {test.data ? <CannonOrderProgress orderId={test.data.orderId} /> : <RowState row={test} lines={2} />}
    </Dialog>
  );
}
