import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasEnded, useCannonOrder } from './use-order.ts';

const looks: Record<string, 'success' | 'error' | 'warning'> = {
  done: 'success',
  failed: 'error',
  expired: 'error',
  superseded: 'warning',
  interrupted: 'warning',
};

/** What becomes of an order, from the moment it was stored. */
export function CannonOrderProgress({ orderId }: { orderId: number }) {
  const { t } = useTranslation();
  const { data } = useCannonOrder(orderId);
  const state = data?.state ?? 'queued';
  const isOver = data !== undefined && hasEnded(data);
  return (
    <output aria-busy={!isOver}>
      <Alert
        showIcon
        type={looks[state] ?? 'info'}
        title={t(`fogcannon.switch.state_${state}`)}
        {...(data?.message && { description: data.message })}
      />
    </output>
  );
}
