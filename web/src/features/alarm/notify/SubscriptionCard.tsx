import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import {
  editSubscription,
  listOwnSubscriptions,
  removeSubscription,
  type StoredSubscription,
} from '@limpid/contract/alarm/notify-subscription';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SeverityMark } from '../../../ui/severity/SeverityMark.tsx';
import { readSeverity } from '../../../ui/severity/severity.ts';
import styles from './notify.module.css';
import type { SubscriptionChoices } from './subscription.ts';

interface SubscriptionCardProps {
  subscription: StoredSubscription;
  choices: SubscriptionChoices;
  onEdit: () => void;
}

/** One subscription in words, with the switch that turns it on and off. */
export function SubscriptionCard({ subscription: one, choices, onEdit }: SubscriptionCardProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const severities = useDict('alarm_severity');
  const refresh = () => client.invalidateQueries({ queryKey: [listOwnSubscriptions.path] });
  const { subscriptionId, ...facts } = one;
  const params = { id: subscriptionId };
  const switching = useMutation({
    mutationFn: (enabled: boolean) => call(editSubscription, { params, body: { ...facts, enabled } }),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: () => call(removeSubscription, { params }),
    onSuccess: () => getNotifier().success(t('kit.remove.done')),
    onSettled: refresh,
  });
  const remove = () =>
    modal.confirm({
      title: t('kit.remove.title'),
      content: t('kit.remove.question', { names: t('kit.remove.name', { name: one.subscriptionName }) }),
      okText: t('kit.remove.confirm'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => new Promise<void>((close) => removal.mutate(undefined, { onSettled: () => close() })),
    });
  const channels = choices.channels.filter(({ notifyChannelId }) =>
    one.notifyChannelIds.includes(notifyChannelId),
  );
  const rules = choices.rules.filter(({ ruleId }) => one.ruleIds?.includes(ruleId));
  const label = (name: string) => t(`notify.subscription.fields.${name}`);
  const isOn = switching.isPending ? switching.variables : one.enabled;
  return (
    <li className={styles.subscription} data-off={isOn ? undefined : true}>
      <div className={styles.subscriptionHead}>
        <h2 className={styles.subscriptionName}>{one.subscriptionName}</h2>
        <Switch
          size="small"
          checked={isOn}
          aria-label={t('notify.subscription.enabledOf', { name: one.subscriptionName })}
          onChange={(enabled) => switching.mutate(enabled)}
        />
        <IconButton name={t('kit.list.edit')} icon={<EditOutlined aria-hidden />} onClick={onEdit} />
        <IconButton name={t('kit.list.remove')} icon={<DeleteOutlined aria-hidden />} onClick={remove} />
      </div>
      <dl className={styles.facts}>
        <dt>{label('severities')}</dt>
        <dd className={styles.marks}>
          {severities
            .filter(({ value }) => one.severities.includes(value))
            .map(({ value, text }) => (
              <SeverityMark key={value} severity={readSeverity(value)} text={text} />
            ))}
        </dd>
        <dt>{label('rules')}</dt>
        <dd>
          {one.ruleIds
            ? rules.map(({ ruleName }) => ruleName).join(t('kit.remove.comma')) ||
              t('notify.subscription.noRules')
            : t('notify.subscription.rules_all')}
        </dd>
        <dt>{label('notifyChannelIds')}</dt>
        <dd>
          {channels.map(({ notifyChannelName }) => notifyChannelName).join(t('kit.remove.comma')) ||
            t('notify.subscription.noChannelLeft')}
        </dd>
        <dt>{label('when')}</dt>
        <dd>
          {one.afterMinutes === 0
            ? t('notify.subscription.when_atOnce')
            : t('notify.subscription.afterMinutes', { minutes: one.afterMinutes })}
        </dd>
        {one.quietFrom !== null && (
          <>
            <dt>{label('quiet')}</dt>
            <dd>
              {t('notify.subscription.quietSpan', { from: one.quietFrom, to: one.quietTo })}{' '}
              <span className={styles.soft}>{one.zone.replaceAll('_', ' ')}</span>
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}
