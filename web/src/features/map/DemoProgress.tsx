import { readDemoHistory } from '@limpid/contract/demo/demo-history';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { MapHint } from './MapHint.tsx';

const secondMs = 1000;
/** While it is generated, and before it begins. */
const [progressMs, waitMs] = [2 * secondMs, 5 * secondMs];

interface DemoProgressProps {
  /** No site has an index yet, so that a history may still begin. */
  isYoung: boolean;
}

/** How far the history of the demonstration is, until it is complete. */
export function DemoProgress({ isYoung }: DemoProgressProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [readDemoHistory.path],
    queryFn: ({ signal }) => call(readDemoHistory, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.progress ? progressMs : isYoung && waitMs),
  });
  if (!data?.progress) return null;
  return (
    // Screen readers need not announce each of thirty days.
    <div aria-live="off">
      <MapHint text={t('map.demo.history', data.progress)} />
    </div>
  );
}
