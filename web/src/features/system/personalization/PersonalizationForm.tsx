import type { Language } from '@limpid/contract/language';
import type { Personalization } from '@limpid/contract/system/personalization';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { BrandingPreview } from './BrandingPreview.tsx';
import { BrandingSections } from './BrandingSections.tsx';
import { findChangedFields } from './find-changes.ts';
import styles from './personalization.module.css';
import { useAskBeforeLosing } from './use-ask-before-losing.ts';
import { useSaveBranding } from './use-save-branding.ts';

/** Form and preview; only changed fields are sent, so that two editors do not overwrite each other. */
export function PersonalizationForm({ stored }: { stored: Personalization }) {
  const { t } = useTranslation();
  const mayEdit = useSession((session) => holdsPermission(session, ['system:personalization:edit']));
  const [form] = Form.useForm<Personalization>();
  const [kept, setKept] = useState(stored);
  const [uploads, setUploads] = useState(0);
  const [language, setLanguage] = useState<Language>(useLanguage());
  const values = { ...kept, ...Form.useWatch([], form) };
  const changes = findChangedFields(kept, values);
  const isChanged = Object.keys(changes).length > 0;
  const saving = useSaveBranding(form, (saved) => {
    setKept({ ...kept, ...saved });
    form.setFieldsValue(saved);
  });
  const ask = useAskBeforeLosing(isChanged);

  return (
    <div className={styles.screen}>
      <Form
        form={form}
        name="personalization"
        layout="vertical"
        className={styles.card}
        initialValues={stored}
        disabled={!mayEdit}
        scrollToFirstError={{ focus: true }}
        onFinish={() => !saving.isPending && uploads === 0 && saving.mutate(changes)}
      >
        <BrandingSections
          onLanguage={setLanguage}
          onUploading={(isUploading) => setUploads((count) => count + (isUploading ? 1 : -1))}
        />
        {mayEdit && (
          <div className={styles.actions}>
            <Button
              type="primary"
              htmlType="submit"
              disabled={!isChanged || uploads > 0}
              loading={saving.isPending && { delay: 200 }}
            >
              {t('kit.form.save')}
            </Button>
            <Button
              disabled={!isChanged || saving.isPending}
              onClick={() => ask(() => form.setFieldsValue(kept))}
            >
              {t('kit.form.discard')}
            </Button>
          </div>
        )}
      </Form>
      <BrandingPreview values={values} language={language} onLanguage={setLanguage} />
    </div>
  );
}
