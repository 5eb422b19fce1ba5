import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { overview } from '@limpid/contract/monitor/overview';
import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { AlarmCard } from './AlarmCard.tsx';
import { HoldingCards } from './HoldingCards.tsx';
import { InstallationFacts } from './InstallationFacts.tsx';
import styles from './overview.module.css';

export type Overview = ReplyValue<(typeof overview)['reply']>;

const refetchMs = 30_000;

/** As many placeholders as an administrator sees cards, to avoid a layout shift. */
const placeholders = ['1', '2', '3', '4', '5', '6'];

function Waiting() {
  return (
    <div className={styles.cards} aria-busy>
      {placeholders.map((key) => (
        <Card key={key} className={styles.holding}>
          <Skeleton active title={false} paragraph={{ rows: 2, width: ['40%', '60%'] }} />
        </Card>
      ))}
    </div>
  );
}

export default function OverviewScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [overview.path],
    queryFn: ({ signal }) => call(overview, { signal }),
    refetchInterval: refetchMs,
  });
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          title={t('shell.overview.failed')}
          detail={error.message}
          retryText={t('shell.overview.retry')}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  return (
    <div className={styles.columns}>
      <section aria-labelledby="holdings">
        <AlarmCard />
        <h2 id="holdings">{t('shell.overview.holdings.title')}</h2>
        {data ? <HoldingCards counts={data.counts} /> : <Waiting />}
      </section>
      <section aria-labelledby="installation">
        <h2 id="installation">{t('shell.overview.installation')}</h2>
        <InstallationFacts overview={data} />
      </section>
    </div>
  );
}
