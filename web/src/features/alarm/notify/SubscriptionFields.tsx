import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { ZoneSelect } from '../../../resource/form/ZoneSelect.tsx';
import { BrowserPermission } from './BrowserPermission.tsx';
import styles from './notify.module.css';
import type { SubscriptionChoices, SubscriptionValues } from './subscription.ts';

interface SubscriptionFieldsProps {
  choices: SubscriptionChoices;
  initialValues: SubscriptionValues;
}

/** The fields of a subscription: name, what, how, when. */
export function SubscriptionFields({ choices, initialValues }: SubscriptionFieldsProps) {
  const { t } = useTranslation();
  const severities = useDict('alarm_severity');
  const form = Form.useFormInstance<SubscriptionValues>();
  const { quiet, rules, when } = Form.useWatch((values) => values, form) ?? initialValues;
  const label = (name: string) => t(`notify.subscription.fields.${name}`);
  const required = (name: string) => [
    { required: true, message: t('errors.field.required', { label: label(name) }) },
  ];
  const timeRules = [
    { required: true, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: t('notify.subscription.timeForm') },
  ];
  const choicesOf = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`notify.subscription.${name}_${value}`) }));
  return (
    <div className={styles.form}>
      <Form.Item
        name="subscriptionName"
        label={label('subscriptionName')}
        rules={[{ ...required('subscriptionName')[0], whitespace: true }]}
        className={styles.wide}
      >
        <Input maxLength={64} placeholder={t('notify.subscription.nameExample')} />
      </Form.Item>
      <Form.Item
        name="severities"
        label={label('severities')}
        rules={required('severities')}
        className={styles.wide}
      >
        <Checkbox.Group options={severities.map(({ value, text }) => ({ value, label: text }))} />
      </Form.Item>
      <Form.Item name="rules" label={label('rules')} className={styles.wide}>
        <Radio.Group options={choicesOf('rules', ['all', 'some'])} />
      </Form.Item>
      {rules === 'some' && (
        <Form.Item
          name="ruleIds"
          label={label('ruleIds')}
          rules={required('ruleIds')}
          className={styles.wide}
        >
          <Select
            mode="multiple"
            options={choices.rules.map(({ ruleId, ruleName }) => ({ value: ruleId, label: ruleName }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      )}
      <ChannelFields choices={choices} rules={required('notifyChannelIds')} initialValues={initialValues} />
      <Form.Item name="when" label={label('when')} className={styles.wide}>
        <Radio.Group options={choicesOf('when', ['atOnce', 'later'])} className={styles.stack} />
      </Form.Item>
      {when === 'later' && (
        <Form.Item
          name="afterMinutes"
          label={label('afterMinutes')}
          rules={required('afterMinutes')}
          className={styles.wide}
        >
          <InputNumber min={1} max={1440} precision={0} suffix={t('notify.subscription.minutes')} />
        </Form.Item>
      )}
      <Form.Item name="quiet" label={label('quiet')} valuePropName="checked" className={styles.wide}>
        <Switch />
      </Form.Item>
      {quiet && (
        <>
          <Form.Item name="quietFrom" label={label('quietFrom')} rules={timeRules}>
            <Input placeholder="22:00" />
          </Form.Item>
          <Form.Item name="quietTo" label={label('quietTo')} rules={timeRules}>
            <Input placeholder="07:00" />
          </Form.Item>
          <Form.Item name="zone" label={label('zone')}>
            <ZoneSelect />
          </Form.Item>
          <Form.Item name="criticalPasses" label={label('criticalPasses')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      )}
    </div>
  );
}

interface ChannelFieldsProps extends SubscriptionFieldsProps {
  rules: { required: boolean; message: string }[];
}

/** The channels with the address at which each reaches the user. */
function ChannelFields({ choices, rules, initialValues }: ChannelFieldsProps) {
  const { t } = useTranslation();
  const chosen = Form.useWatch<number[]>('notifyChannelIds') ?? initialValues.notifyChannelIds;
  const { channels, email, phonenumber } = choices;
  const addressOf = (kind: string) =>
    kind === 'browser' ? undefined : ((kind === 'email' ? email : phonenumber) ?? '');
  const options = channels.map(({ notifyChannelId, notifyChannelName, kind }) => {
    const address = addressOf(kind);
    const details = [
      t(`notify.channel.fields.kind_${kind}`),
      address === '' ? t('notify.subscription.noAddress') : address,
    ];
    return {
      value: notifyChannelId,
      // One that was chosen before can be given up.
      disabled: address === '' && !chosen.includes(notifyChannelId),
      label: (
        <>
          {notifyChannelName} <span className={styles.soft}>{details.filter(Boolean).join(' · ')}</span>
        </>
      ),
    };
  });
  const usesBrowser = channels.some(
    ({ notifyChannelId, kind }) => kind === 'browser' && chosen.includes(notifyChannelId),
  );
  return (
    <>
      <Form.Item
        name="notifyChannelIds"
        label={t('notify.subscription.fields.notifyChannelIds')}
        rules={rules}
        className={styles.wide}
      >
        <Checkbox.Group options={options} className={styles.stack} />
      </Form.Item>
      {usesBrowser && <BrowserPermission />}
    </>
  );
}
