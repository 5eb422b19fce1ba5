import { PlusOutlined } from '@ant-design/icons';
import { listOwnSubscriptions, type StoredSubscription } from '@limpid/contract/alarm/notify-subscription';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './notify.module.css';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { SubscriptionDialog } from './SubscriptionDialog.tsx';

/** The subscriptions of the user to notifications about alarms. */
export default function SubscriptionScreen() {
  const { t } = useTranslation();
  const form = useDialog<StoredSubscription>();
  const query = useQuery({
    queryKey: [listOwnSubscriptions.path],
    queryFn: ({ signal }) => call(listOwnSubscriptions, { signal, quiet: true }),
  });
  const { data } = query;
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={!data?.channels.length}
      onClick={() => form.show()}
    >
      {t('notify.subscription.add')}
    </Button>
  );
  return (
    <section aria-label={t('notify.subscription.title')} className={styles.card}>
      {data ? (
        <>
          {data.channels.length === 0 && (
            <Alert
              type="info"
              showIcon
              title={t('notify.subscription.noChannels')}
              className={styles.alert}
            />
          )}
          {data.subscriptions.length === 0 ? (
            <EmptyState
              title={t('notify.subscription.empty')}
              hint={t('notify.subscription.emptyHint')}
              action={add}
            />
          ) : (
            <>
              <div className={styles.toolbar}>{add}</div>
              <ul className={styles.cards}>
                {data.subscriptions.map((one) => (
                  <SubscriptionCard
                    key={one.subscriptionId}
                    subscription={one}
                    choices={data}
                    onEdit={() => form.show(one)}
                  />
                ))}
              </ul>
              <p className={styles.note}>{t('notify.subscription.note')}</p>
            </>
          )}
          {form.turn > 0 && (
            <SubscriptionDialog
              key={form.turn}
              open={form.open}
              stored={form.subject}
              choices={data}
              onClose={form.hide}
            />
          )}
        </>
      ) : (
        <RowState row={query} lines={6} />
      )}
    </section>
  );
}
