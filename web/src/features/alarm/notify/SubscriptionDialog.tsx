import {
  addSubscription,
  editSubscription,
  listOwnSubscriptions,
  type StoredSubscription,
} from '@limpid/contract/alarm/notify-subscription';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { SubscriptionFields } from './SubscriptionFields.tsx';
import { type SubscriptionChoices, type SubscriptionValues, toBody, toValues } from './subscription.ts';

interface SubscriptionDialogProps {
  open: boolean;
  /** Undefined for a new one. */
  stored: StoredSubscription | undefined;
  choices: SubscriptionChoices;
  onClose: () => void;
}

const formId = 'subscription';

/** Adds or changes a subscription. Mount a new dialog for every opening. */
export function SubscriptionDialog({ open, stored, choices, onClose }: SubscriptionDialogProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<SubscriptionValues>();
  const client = useQueryClient();
  const initialValues = toValues(stored);
  const saving = useMutation({
    mutationFn: (values: SubscriptionValues) => {
      const body = toBody(values, stored?.enabled ?? true);
      return stored
        ? call(editSubscription, { params: { id: stored.subscriptionId }, body })
        : call(addSubscription, { body });
    },
    onSuccess() {
      void client.invalidateQueries({ queryKey: [listOwnSubscriptions.path] });
      getNotifier().success(t('kit.form.saved'));
      onClose();
    },
    onError(error) {
      const field = error instanceof CallError ? error.field : undefined;
      if (field) form.setFields([{ name: field as keyof SubscriptionValues, errors: [error.message] }]);
    },
  });
  return (
    <Dialog
      open={open}
      title={stored ? t('notify.subscription.edit') : t('notify.subscription.add')}
      width={toRem(640)}
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: saving.isPending && { delay: 200 } }}
      onCancel={onClose}
    >
      <Form<SubscriptionValues>
        id={formId}
        name={formId}
        form={form}
        layout="vertical"
        initialValues={initialValues}
        scrollToFirstError={{ focus: true }}
        onFinish={() =>
          !saving.isPending && saving.mutate({ ...initialValues, ...form.getFieldsValue(true) })
        }
      >
        <SubscriptionFields choices={choices} initialValues={initialValues} />
      </Form>
    </Dialog>
  );
}
