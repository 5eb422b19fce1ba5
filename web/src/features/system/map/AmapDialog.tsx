import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import { Button, Form, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { ConnectionResult } from './ConnectionResult.tsx';
import styles from './map-settings.module.css';
import { type AmapKeys, testAmap } from './test-amap.ts';
import { useConnectionTest } from './use-connection-test.ts';
import { useSaveMapSettings } from './use-map-settings.ts';

interface AmapDialogProps {
  open: boolean;
  stored: StoredMapSettings;
  onClose: () => void;
}

const names = ['amapKey', 'amapCode'] as const;

/** The keys of AMap's own library. */
export function AmapDialog({ open, stored, onClose }: AmapDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [form] = Form.useForm<AmapKeys>();
  const saving = useSaveMapSettings(stored);
  const test = useConnectionTest();
  return (
    <Dialog
      open={open}
      width={toRem(520)}
      title={t('system.mapSettings.presets.amap')}
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: saving.isPending && { delay: 200 } }}
      onCancel={() => !saving.isPending && onClose()}
    >
      <p className={styles.hint}>{t('system.mapSettings.presetHints.amap')}</p>
      <Form
        id={formId}
        name={formId}
        form={form}
        layout="vertical"
        initialValues={stored}
        onValuesChange={test.clear}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => saving.mutate(values, { onSuccess: onClose })}
      >
        {names.map((name) => {
          const label = t(`system.mapSettings.fields.${name}`);
          return (
            <Form.Item
              key={name}
              name={name}
              label={label}
              rules={[
                { required: true, whitespace: true, message: t('errors.field.required', { label }) },
                { max: 200, message: t('errors.field.max', { label, limit: 200 }) },
              ]}
            >
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
          );
        })}
      </Form>
      <div className={styles.amapTest}>
        <Button
          onClick={() =>
            void form
              .validateFields()
              .then((keys) => test.run(() => testAmap(keys)))
              .catch(() => undefined)
          }
        >
          {t('system.mapSettings.test')}
        </Button>
        <ConnectionResult test={test} />
      </div>
    </Dialog>
  );
}
