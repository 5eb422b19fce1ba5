import {
  type NotifySubscription,
  readSubscription,
  saveSubscription,
} from '@limpid/contract/alarm/notify-subscription';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { BrowserPermission } from './BrowserPermission.tsx';
import styles from './notify.module.css';
import { ZoneSelect } from './ZoneSelect.tsx';

export type SubscriptionFacts = ReplyValue<(typeof readSubscription)['reply']>;

interface Values extends Omit<NotifySubscription, 'ruleIds'> {
  rules: 'all' | 'some';
  ruleIds: number[];
  quiet: boolean;
}

const defaultQuiet = { quietFrom: '22:00', quietTo: '07:00' };

function toValues({ ruleIds, quietFrom, quietTo, ...facts }: SubscriptionFacts): Values {
  const quiet = quietFrom !== null && quietTo !== null;
  const times = quiet ? { quietFrom, quietTo } : defaultQuiet;
  return { ...facts, ...times, quiet, rules: ruleIds ? 'some' : 'all', ruleIds: ruleIds ?? [] };
}

function toBody({ rules, ruleIds, quiet, quietFrom, quietTo, ...facts }: Values): NotifySubscription {
  const times = quiet ? { quietFrom, quietTo } : { quietFrom: null, quietTo: null };
  return { ...facts, ...times, ruleIds: rules === 'all' ? null : ruleIds };
}

export function SubscriptionForm({ facts }: { facts: SubscriptionFacts }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const severities = useDict('alarm_severity');
  const initialValues = toValues(facts);
  const saving = useMutation({
    mutationFn: (values: Values) => call(saveSubscription, { body: toBody(values) }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: [readSubscription.path] });
      getNotifier().success(t('kit.form.saved'));
    },
    onError(error) {
      const field = error instanceof CallError ? error.field : undefined;
      if (field) form.setFields([{ name: field as keyof Values, errors: [error.message] }]);
    },
  });
  const { quiet, rules, notifyChannelIds } = Form.useWatch((values) => values, form) ?? initialValues;
  const timeRules = [
    { required: true, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: t('notify.subscription.timeForm') },
  ];
  const label = (name: string) => t(`notify.subscription.fields.${name}`);
  const chosenKinds = facts.channels
    .filter(({ notifyChannelId }) => notifyChannelIds?.includes(notifyChannelId))
    .map(({ kind }) => kind);
  /** Where a channel of this kind reaches the user. */
  const addressOf = (kind: string) =>
    kind === 'browser' ? undefined : ((kind === 'email' ? facts.email : facts.phonenumber) ?? '');
  const channelOptions = facts.channels.map(({ notifyChannelId, notifyChannelName, kind }) => {
    const address = addressOf(kind);
    return {
      value: notifyChannelId,
      disabled: address === '',
      label: (
        <>
          {notifyChannelName}{' '}
          <span className={styles.soft}>
            {[
              t(`notify.channel.fields.kind_${kind}`),
              address === '' ? t('notify.subscription.noAddress') : address,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    };
  });
  return (
    <Form<Values>
      form={form}
      name="subscription"
      layout="vertical"
      initialValues={initialValues}
      onFinish={() => !saving.isPending && saving.mutate({ ...initialValues, ...form.getFieldsValue(true) })}
      className={styles.form}
    >
      <h2 className={styles.heading}>{t('notify.subscription.how')}</h2>
      {facts.channels.length === 0 ? (
        <Alert type="info" showIcon title={t('notify.subscription.noChannels')} className={styles.wide} />
      ) : (
        <Form.Item name="notifyChannelIds" label={label('notifyChannelIds')} className={styles.wide}>
          <Checkbox.Group options={channelOptions} className={styles.stack} />
        </Form.Item>
      )}
      {chosenKinds.includes('browser') && <BrowserPermission />}
      <h2 className={styles.heading}>{t('notify.subscription.what')}</h2>
      <Form.Item name="severities" label={label('severities')} className={styles.wide}>
        <Checkbox.Group options={severities.map(({ value, text }) => ({ value, label: text }))} />
      </Form.Item>
      <Form.Item name="rules" label={label('rules')} className={styles.wide}>
        <Radio.Group
          options={(['all', 'some'] as const).map((value) => ({
            value,
            label: t(`notify.subscription.rules_${value}`),
          }))}
        />
      </Form.Item>
      {rules === 'some' && (
        <Form.Item name="ruleIds" label={label('ruleIds')} className={styles.wide}>
          <Select
            mode="multiple"
            options={facts.rules.map(({ ruleId, ruleName }) => ({ value: ruleId, label: ruleName }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      )}
      <h2 className={styles.heading}>{t('notify.subscription.when')}</h2>
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
      <p className={styles.note}>{t('notify.subscription.note')}</p>
      <Button
        type="primary"
        htmlType="submit"
        loading={saving.isPending && { delay: 200 }}
        className={styles.save}
      >
        {t('kit.form.save')}
      </Button>
    </Form>
  );
}
