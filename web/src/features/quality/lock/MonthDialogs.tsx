import { localised } from '@limpid/contract/kit/resource';
import type { MonthState } from '@limpid/contract/quality/lock';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLockMonths, useUnlockMonth } from './use-month-locks.ts';

interface LockDialogProps {
  months: readonly MonthState[];
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before months are locked, with a reason if there is one. */
export function LockDialog({ months, open, onClose, onDone }: LockDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const locking = useLockMonths(onDone);
  const [one] = months;
  const title =
    months.length === 1 && one
      ? t('lock.lockDialog.one', {
          month: formatMonth(one.month, language),
          entity: localised(one, 'entityName', language),
        })
      : t('lock.lockDialog.several', { count: months.length });
  return (
    <Dialog
      open={open}
      className="compact-dialog"
      title={title}
      okText={t('lock.list.lock')}
      cancelText={t('kit.cancel')}
      confirmLoading={locking.isPending}
      onOk={() => locking.mutate({ months, reason: reason.trim() })}
      onCancel={onClose}
    >
      <p>{t('lock.lockDialog.consequence')}</p>
      <ReasonInput label={t('lock.lockDialog.reason')} value={reason} onChange={setReason} />
    </Dialog>
  );
}

interface UnlockDialogProps {
  month: MonthState;
  open: boolean;
  onClose: () => void;
}

const leastReason = 2;

/** Asks for the reason of an unlocking, and says what it lets in. */
export function UnlockDialog({ month: row, open, onClose }: UnlockDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const unlocking = useUnlockMonth(onClose);
  const { lockId, keptPackets: count, month } = row;
  const isMissing = lockId === null || reason.trim().length < leastReason;
  return (
    <Dialog
      open={open}
      className="compact-dialog"
      title={t('lock.unlockDialog.title', {
        month: formatMonth(month, language),
        entity: localised(row, 'entityName', language),
      })}
      okText={t('lock.list.unlock')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger: true, disabled: isMissing }}
      confirmLoading={unlocking.isPending}
      onOk={() => lockId !== null && unlocking.mutate({ lockId, reason: reason.trim() })}
      onCancel={onClose}
    >
      <p>{t(`lock.unlockDialog.${count > 0 ? 'consequence' : 'consequenceNone'}`, { count })}</p>
      <ReasonInput label={t('lock.unlockDialog.reason')} value={reason} onChange={setReason} required />
    </Dialog>
  );
}

interface ReasonInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
}

function ReasonInput({ label, value, onChange, required = false }: ReasonInputProps) {
  return (
    <Form layout="vertical">
      <Form.Item label={label} htmlFor="lock-reason" required={required}>
        <Input.TextArea
          id="lock-reason"
          rows={3}
          maxLength={200}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Form.Item>
    </Form>
  );
}
