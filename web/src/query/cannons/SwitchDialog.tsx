import { jogRange } from '@limpid/contract/fogcannon/cannon';
import { type CannonAction, cannonActions, switchCannon } from '@limpid/contract/fogcannon/cannon-order';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CannonOrderProgress } from './CannonOrderProgress.tsx';
import { CannonState, type StatedCannon } from './CannonState.tsx';
import { ManualControl } from './ManualControl.tsx';
import type { ManualCannon } from './use-manual.ts';

interface SwitchedCannon extends StatedCannon, ManualCannon {
  cannonName: string;
  jog: string | null;
  jogSeconds: number | null;
}

interface SwitchDialogProps {
  cannon: SwitchedCannon;
  open: boolean;
  onClose: () => void;
}

/** A cannon that runs is usually switched off, one that does not is jogged if it is set up for that. */
function chooseAction({ switchState, commandedState, jog }: SwitchedCannon): CannonAction {
  if (switchState === 'on' || (switchState !== 'off' && commandedState === 'on')) return 'off';
  return jog === 'Y' ? 'jog' : 'on';
}

/** Switches a cannon after a confirmation that says what will happen, and shows what becomes of the order. */
export function SwitchDialog({ cannon, open, onClose }: SwitchDialogProps) {
  const { t } = useTranslation();
  const [action, setAction] = useState(() => chooseAction(cannon));
  const [seconds, setSeconds] = useState<number | null>(cannon.jogSeconds ?? jogRange.default);
  const order = useMutation({
    mutationFn: () =>
      call(switchCannon, {
        params: { id: cannon.cannonId },
        body: { action, ...(action === 'jog' && seconds !== null && { seconds }) },
      }),
  });
  const notes: Record<CannonAction, string> = {
    on: t('fogcannon.switch.onNote'),
    off: t('fogcannon.switch.offNote'),
    jog: t('fogcannon.switch.jogNote', { seconds: seconds ?? '–' }),
  };
  const isReady = action !== 'jog' || seconds !== null;
  const orderId = order.data?.orderId;
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={t('fogcannon.switch.title', { name: cannon.cannonName })}
      footer={
        orderId === undefined
          ? [
              <Button key="cancel" onClick={onClose}>
                {t('kit.cancel')}
              </Button>,
              <Button
                key="confirm"
                type="primary"
                disabled={!isReady}
                loading={order.isPending}
                onClick={() => order.mutate()}
              >
                {t(`fogcannon.switch.${action}`)}
              </Button>,
            ]
          : [
              <Button key="close" type="primary" onClick={onClose}>
                {t('fogcannon.switch.close')}
              </Button>,
            ]
      }
    >
      <Flex vertical gap={16}>
        <CannonState cannon={cannon} />
        {orderId === undefined && <ManualControl cannon={cannon} />}
        {orderId === undefined ? (
          <>
            <Radio.Group
              aria-label={t('fogcannon.switch.action')}
              optionType="button"
              value={action}
              options={cannonActions.map((value) => ({ value, label: t(`fogcannon.switch.${value}`) }))}
              onChange={({ target }) => setAction(target.value)}
            />
            {action === 'jog' && (
              <Form.Item
                layout="vertical"
                label={t('fogcannon.switch.seconds')}
                htmlFor="jog-seconds"
                style={{ margin: 0 }}
              >
                <InputNumber
                  id="jog-seconds"
                  min={jogRange.min}
                  max={jogRange.max}
                  precision={0}
                  value={seconds}
                  onChange={setSeconds}
                />
              </Form.Item>
            )}
            <Alert
              type={action === 'off' ? 'info' : 'warning'}
              showIcon
              title={notes[action]}
              {...(action !== 'off' && { description: t('fogcannon.switch.people') })}
            />
          </>
        ) : (
          <CannonOrderProgress orderId={orderId} />
        )}
      </Flex>
    </Dialog>
  );
}
