import { type ForwardMinutes, listForwardMinutes } from '@limpid/contract/forward/target-page';
import { useQuery } from '@tanstack/react-query';
import { Segmented, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { measurePanels, panelsOption } from '../../../charts/panels/panels-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { targetRefreshMs } from '../use-target-changes.ts';
import type { ShownTarget } from './TargetHead.tsx';
import styles from './target-page.module.css';
import { makeTrafficPanels } from './traffic-panels.ts';

const ranges = [3, 6, 24] as const;
type Range = (typeof ranges)[number];

/** Packets per minute, and how long they took to be acknowledged. */
export function TargetTraffic({ target: { targetId, status } }: { target: ShownTarget }) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<Range>(6);
  const found = useQuery({
    queryKey: [listForwardMinutes.path, { targetId, hours }],
    queryFn: ({ signal }) =>
      call(listForwardMinutes, { params: { id: targetId }, query: { hours }, signal, quiet: true }),
    refetchInterval: targetRefreshMs,
    placeholderData: (former) => former,
  });
  const empty = status === '0' ? t('forward.page.noTraffic') : t('forward.page.noTrafficPaused');
  return (
    <section aria-label={t('forward.page.traffic')} className={styles.card}>
      <header>
        <h3>{t('forward.page.traffic')}</h3>
        <Segmented<Range>
          aria-label={t('forward.page.range')}
          value={hours}
          onChange={setHours}
          options={ranges.map((value) => ({ value, label: t('forward.page.hours', { hours: value }) }))}
        />
      </header>
      {found.data ? <TrafficChart minutes={found.data} empty={empty} /> : <RowState row={found} lines={7} />}
    </section>
  );
}

function TrafficChart({ minutes: found, empty }: { minutes: ForwardMinutes; empty: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const look = useChartLook();
  const { token } = theme.useToken();
  const colours = useMemo(
    () => ({ sent: token.colorSuccess, failed: token.colorError, delay: token.colorInfo }),
    [token],
  );
  const facts = useMemo(() => {
    const texts = {
      sent: t('forward.page.sent'),
      failed: t('forward.page.failed'),
      delay: t('forward.page.delay'),
      perMinute: t('forward.page.perMinute'),
      seconds: t('forward.page.seconds'),
      format: (value: number) => formatCount(value, language),
    };
    return {
      from: found.from,
      to: found.to,
      zone,
      language,
      stepMs: 60_000,
      panels: makeTrafficPanels(found, texts, colours),
      strip: undefined,
      missing: [],
      missingText: '',
      colourBlindSafe: false,
    };
  }, [found, zone, language, colours, t]);
  const option = useMemo(() => panelsOption(facts, look), [facts, look]);
  const sum = (name: 'sent' | 'failed') => found.minutes.reduce((total, minute) => total + minute[name], 0);
  const delays = found.minutes.flatMap(({ delay }) => (delay === null ? [] : [delay]));
  const longest = delays.reduce((most, delay) => Math.max(most, delay), 0);
  const isEmpty = found.minutes.length === 0;
  return (
    <>
      <Chart
        option={option}
        height={isEmpty ? 160 : measurePanels(facts)}
        label={t('forward.page.traffic')}
        empty={isEmpty ? empty : undefined}
      >
        {t('forward.page.summary', {
          sent: formatCount(sum('sent'), language),
          failed: formatCount(sum('failed'), language),
          delay: formatSpan(longest, language),
        })}
      </Chart>
      {!isEmpty && (
        <ul className={styles.legend}>
          {(['sent', 'failed', 'delay'] as const).map((name) => (
            <li key={name}>
              <i aria-hidden style={{ background: colours[name] }} />
              {t(`forward.page.${name}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
