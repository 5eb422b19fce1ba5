import { parseLanguage } from '@limpid/contract/language';
import { clientSummary } from '@limpid/contract/monitor/client';
import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatCount } from '../../../lib/format.ts';
import styles from './client.module.css';

const everyMs = 5000;
const reasonsShown = 2;

/** Counts of stations within the data scope; unassigned ones only for permitted users. */
export function SummaryCards() {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: [clientSummary.path],
    queryFn: ({ signal }) => call(clientSummary, { signal, quiet: true }),
    refetchInterval: everyMs,
  });
  const failed = error && !data ? t('monitor.client.cards.failed') : undefined;
  const reasonNote = useReasonNote(data?.refusedToday ?? []);
  const refused = data?.refusedToday.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.cards}>
      <SummaryCard
        name={t('monitor.client.cards.connected')}
        count={data?.connectedSites}
        note={failed ?? t('monitor.client.cards.of', { count: data?.sites ?? 0 })}
      />
      <SummaryCard name={t('monitor.client.cards.refused')} count={refused} note={failed ?? reasonNote} />
      {data?.unregistered !== null && (
        <SummaryCard
          name={t('monitor.client.cards.unregistered')}
          count={data?.unregistered}
          note={failed ?? t('monitor.client.cards.unregisteredNote')}
        />
      )}
      {data?.strangers !== null && (
        <SummaryCard
          name={t('monitor.client.cards.strangers')}
          count={data?.strangers}
          note={failed ?? t('monitor.client.cards.strangersNote')}
        />
      )}
      {data?.broker && (
        <SummaryCard
          name={t('monitor.client.cards.broker')}
          count={data.broker.connected}
          note={
            failed ??
            (data.broker.reason === null
              ? t('monitor.client.cards.brokerNote', { count: data.broker.total })
              : t('monitor.client.cards.brokerLost', { reason: data.broker.reason }))
          }
        />
      )}
    </div>
  );
}

/** The most frequent reasons with their numbers. */
function useReasonNote(refused: readonly { reason: string; count: number }[]): string {
  const { t, i18n } = useTranslation();
  if (refused.length === 0) return t('monitor.client.cards.refusedNone');
  const language = parseLanguage(i18n.language);
  const most = refused
    .slice(0, reasonsShown)
    .map(
      ({ reason, count }) =>
        `${t(`ingest.refusal.fields.reason_${reason}`)}\u00a0${formatCount(count, language)}`,
    );
  return `${most.join(' · ')}${refused.length > reasonsShown ? '\u00a0…' : ''}`;
}

interface SummaryCardProps {
  name: string;
  count: number | undefined;
  note: string;
}

function SummaryCard({ name, count, note }: SummaryCardProps) {
  const { i18n } = useTranslation();
  const text = count === undefined ? '–' : formatCount(count, parseLanguage(i18n.language));
  return (
    <Card>
      <dl className={styles.summary}>
        <dt>{name}</dt>
        <dd className={styles.count}>{text}</dd>
        <dd className={styles.note}>{note}</dd>
      </dl>
    </Card>
  );
}
