import type { OfferedCommand } from '@limpid/contract/device/offer';
import { localised } from '@limpid/contract/kit/resource';
import { Button, Form } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowState } from '../../resource/row/RowState.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toRem } from '../../ui/scale.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { BatchResults } from './BatchResults.tsx';
import { CommandForm } from './CommandForm.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { describeOrder } from './describe-order.ts';
import { useOffer, useOrder } from './use-offer.ts';

export interface CommandSubject {
  siteIds: readonly number[];
  /** The name of the site, if it is one and known. */
  siteName: string | undefined;
}

interface CommandDialogProps extends CommandSubject {
  open: boolean;
  onClose: () => void;
}

interface FormValues {
  commandId?: number;
  values?: Record<string, string | undefined>;
  isWaiting?: boolean;
  waitHours?: number;
}

const firstValues: FormValues = { isWaiting: false, waitHours: 24 };

/** Orders a command for one or many devices: choose, confirm what changes a device, follow the results. */
export function CommandDialog({ siteIds, siteName, open, onClose }: CommandDialogProps) {
  const { t } = useTranslation();
  const offered = useOffer(siteIds);
  const [first] = siteIds.length === 1 ? (offered.data?.devices ?? []) : [];
  const name = siteName ?? first?.siteName;
  useEscape(open, onClose);
  return (
    <OrderSteps
      open={open}
      onClose={onClose}
      offered={offered}
      title={
        name === undefined
          ? t('device.order.several', { count: siteIds.length })
          : t('device.order.one', { name })
      }
    />
  );
}

interface OrderStepsProps {
  open: boolean;
  onClose: () => void;
  title: string;
  offered: ReturnType<typeof useOffer>;
}

function OrderSteps({ open, onClose, title, offered }: OrderStepsProps) {
  const { data: offer } = offered;
  const { t } = useTranslation();
  const language = useLanguage();
  const [form] = Form.useForm<FormValues>();
  const commandId = Form.useWatch('commandId', form);
  const [isConfirming, setConfirming] = useState(false);
  const [typed, setTyped] = useState('');
  const order = useOrder();
  const command = offer?.commands.find((one) => one.commandId === commandId);
  const count = offer?.devices.length ?? 0;
  const batchId = order.data?.batchId;
  const isCritical = command?.dangerous ?? false;
  const isTyped = !isCritical || typed.trim() === String(count);

  function send(): void {
    if (!command || !offer) return;
    const { values = {}, isWaiting, waitHours } = form.getFieldsValue(true) as FormValues;
    order.mutate(
      {
        command,
        siteIds: offer.devices.map(({ siteId }) => siteId),
        values: onlyGiven(command, values),
        waitHours: isWaiting ? waitHours : undefined,
        confirmed: isCritical ? Number(typed) : undefined,
        correctsTwice: command.writesCoefficient,
      },
      // The values can be corrected.
      { onError: () => setConfirming(false) },
    );
  }

  async function proceed(): Promise<void> {
    if (!(await form.validateFields().then(Boolean, () => false))) return;
    if (command?.action === 'read') send();
    else setConfirming(true);
  }

  function startOver(): void {
    order.reset();
    setConfirming(false);
    setTyped('');
  }

  const values = () => onlyGiven(command, form.getFieldValue('values') ?? {});
  const footer =
    batchId !== undefined
      ? [
          <Button key="again" onClick={() => startOver()}>
            {t('device.order.another')}
          </Button>,
          <Button key="close" type="primary" onClick={onClose}>
            {t('device.order.close')}
          </Button>,
        ]
      : [
          <Button key="back" onClick={isConfirming ? () => setConfirming(false) : onClose}>
            {isConfirming ? t('device.order.back') : t('kit.cancel')}
          </Button>,
          <Button
            key="next"
            type="primary"
            danger={isConfirming && isCritical}
            disabled={!command || (isConfirming && !isTyped)}
            loading={order.isPending}
            onClick={() => (isConfirming ? send() : void proceed())}
          >
            {buttonText(t, command, isConfirming, count)}
          </Button>,
        ];

  return (
    <Dialog open={open} title={title} width={toRem(560)} footer={footer} onCancel={onClose}>
      {!offer && <RowState row={offered} lines={3} />}
      {offer && (
        <>
          <div hidden={isConfirming || batchId !== undefined}>
            <Form
              form={form}
              layout="vertical"
              initialValues={firstValues}
              onValuesChange={(changed: FormValues) => {
                const chosen = offer.commands.find((one) => one.commandId === changed.commandId);
                if (chosen) form.setFieldValue('values', defaultValues(chosen));
              }}
            >
              <CommandForm offer={offer} command={command} />
            </Form>
          </div>
          {isConfirming && command && batchId === undefined && (
            <ConfirmStep
              devices={offer.devices}
              commandName={localised(command, 'commandName', language)}
              values={describeOrder(command, offer.channels, values(), language, t)}
              isCritical={isCritical}
              writesCoefficient={command.writesCoefficient}
              typed={typed}
              onType={setTyped}
            />
          )}
          {order.data && (
            <BatchResults
              batchId={order.data.batchId}
              isReading={command?.action === 'read'}
              ordered={order.data.devices.length}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

/** The verb of what happens next. */
function buttonText(
  t: TFunction,
  command: OfferedCommand | undefined,
  isConfirming: boolean,
  count: number,
): string {
  if (!command) return t('device.order.send');
  if (command.action === 'read') return t('device.order.read');
  if (!isConfirming) return t('device.order.continue');
  return count === 1
    ? t(`device.order.confirm.${command.action}`)
    : t(`device.order.confirmSeveral.${command.action}`, { count });
}

function defaultValues({ params }: OfferedCommand): Record<string, string | undefined> {
  return Object.fromEntries(
    params.map(({ paramCode, defaultValue }) => [
      paramCode,
      defaultValue && defaultValue !== 'now' ? defaultValue : undefined,
    ]),
  );
}

/** The values of the command's own parameters, without empty ones: for these the server has a default. */
function onlyGiven(
  command: OfferedCommand | undefined,
  values: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    (command?.params ?? []).flatMap(({ paramCode }) => {
      const value = values[paramCode];
      return value ? [[paramCode, String(value)]] : [];
    }),
  );
}
