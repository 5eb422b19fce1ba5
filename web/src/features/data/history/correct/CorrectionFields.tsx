import { Form, Input, InputNumber, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import styles from '../history.module.css';
import type { CorrectionAction } from './use-correction.ts';

interface CorrectionFieldsProps {
  actions: readonly CorrectionAction[];
  /** The unit of the new value. */
  unit: string;
  /** The number of values that were corrected together and can be restored together. */
  together?: number;
}

const reasonLength = { min: 2, max: 200 };

/** What to do with the values, and why. Part of a form with the fields of a decision. */
export function CorrectionFields({ actions, unit, together = 0 }: CorrectionFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = formatCount(together, language);
  const action = Form.useWatch<CorrectionAction | undefined>('action');
  const required = (label: string) => ({ required: true, message: t('errors.field.required', { label }) });
  return (
    <>
      <Form.Item name="action" label={t('data.history.correct.action')}>
        <Radio.Group
          className={styles.actions ?? ''}
          options={actions.map((value) => ({
            value,
            label: t(`data.history.correct.actions.${value}`, { count }),
          }))}
        />
      </Form.Item>
      {action === 'value' && (
        <Form.Item
          name="value"
          label={t('data.correction.fields.value')}
          rules={[required(t('data.correction.fields.value'))]}
        >
          <InputNumber className={styles.number ?? ''} {...(unit && { suffix: unit })} />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={t('data.correction.fields.reason')}
        rules={[
          { ...required(t('data.correction.fields.reason')), whitespace: true },
          { ...reasonLength, message: t('data.history.correct.reasonLength') },
        ]}
      >
        <Input maxLength={reasonLength.max} />
      </Form.Item>
    </>
  );
}
