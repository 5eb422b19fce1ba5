import { type TileProvider, toProvider } from '@limpid/contract/map/tile-providers';
import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import { Button, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import type { MapHandle } from '../../../map/map.ts';
import { useDiscardConfirmation } from '../../../resource/form/use-discard-confirmation.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { ConnectionResult } from './ConnectionResult.tsx';
import { beijingView } from './choose-test-view.ts';
import styles from './map-settings.module.css';
import { ProviderFields } from './ProviderFields.tsx';
import { ProviderPreview } from './ProviderPreview.tsx';
import { testProvider } from './test-provider.ts';
import { useConnectionTest } from './use-connection-test.ts';
import { useSaveMapSettings } from './use-map-settings.ts';
import { useSettled } from './use-settled.ts';
import { useTestView } from './use-test-view.ts';

interface ProviderDialogProps {
  open: boolean;
  stored: StoredMapSettings;
  /** The map to edit or to add. */
  provider: TileProvider;
  onClose: () => void;
}

/** Adds or edits one map, with a preview and a connection test. Mount a new one for every opening. */
export function ProviderDialog({ open, stored, provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [form] = Form.useForm<TileProvider>();
  const [map, setMap] = useState<MapHandle>();
  const [isDetailed, setDetailed] = useState(false);
  const typed: Partial<TileProvider> | undefined = Form.useWatch([], form);
  const current = toProvider({ ...provider, ...typed });
  // Buttons read the form itself, which may be newer than the last render.
  const read = () => toProvider({ ...provider, ...form.getFieldsValue() });
  // The preview follows when typing pauses.
  const settled = useSettled(current);
  const test = useConnectionTest();
  const testView = useTestView(true);
  const view = testView ?? beijingView;
  const saving = useSaveMapSettings(stored);
  const askBeforeLosing = useDiscardConfirmation();
  const isNew = !stored.providers.some(({ id }) => id === provider.id);
  const preset = t(`system.mapSettings.presets.${provider.preset}`);

  function close(): void {
    if (saving.isPending) return;
    if (form.isFieldsTouched()) askBeforeLosing(onClose);
    else onClose();
  }

  function save(): void {
    if (saving.isPending) return;
    const others = stored.providers.filter(({ id }) => id !== provider.id);
    const order = isNew ? { order: [...stored.order, provider.id] } : {};
    saving.mutate(
      { providers: [...others, read()], ...order },
      { onSuccess: onClose, onError: showBesideField },
    );
  }

  function showBesideField(error: Error): void {
    const field = error instanceof CallError ? error.field : undefined;
    if (field === undefined) return;
    const name = Object.keys(form.getFieldsValue()).find((one) => one === field);
    if (name === undefined) return getNotifier().error(error.message);
    // The name is one of the form's fields.
    form.setFields([{ name: name as keyof TileProvider, errors: [error.message] }]);
    form.scrollToField(name, { focus: true });
  }

  return (
    <Dialog
      open={open}
      width={toRem(960)}
      title={
        isNew
          ? t('system.mapSettings.addOf', { preset })
          : t('system.mapSettings.editOf', { name: provider.name })
      }
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: saving.isPending && { delay: 200 } }}
      onCancel={close}
    >
      <p className={styles.hint}>{t(`system.mapSettings.presetHints.${provider.preset}`)}</p>
      <div className={styles.columns}>
        <Form
          id={formId}
          name={formId}
          form={form}
          layout="vertical"
          initialValues={provider}
          onValuesChange={test.clear}
          scrollToFirstError={{ focus: true }}
          onFinish={save}
          onFinishFailed={() => setDetailed(true)}
        >
          <ProviderFields provider={current} isOpen={isDetailed} onOpen={setDetailed} />
        </Form>
        <section aria-label={t('system.mapSettings.preview')} className={styles.previewColumn}>
          <ProviderPreview provider={settled} view={testView} onMap={setMap} />
          <p className={styles.hint}>{t('system.mapSettings.previewHint')}</p>
          <div>
            <Button
              onClick={() =>
                void form
                  .validateFields()
                  .then(() => test.run(() => testProvider(read(), map?.getView() ?? view)))
                  .catch(() => undefined)
              }
            >
              {t('system.mapSettings.test')}
            </Button>
          </div>
          <ConnectionResult test={test} />
        </section>
      </div>
    </Dialog>
  );
}
