import { listCompletenessDays, type SiteCompletenessDays } from '@limpid/contract/analysis/completeness';
import { formatLocalDate } from '@limpid/contract/local-time';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { QueryResult } from '../../../query/result/QueryResult.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { GapsDrawer } from '../gaps/GapsDrawer.tsx';
import { findGap, groupByMonth, isGap, listMonths, type SiteMonth } from './completeness-months.ts';
import styles from './history.module.css';
import type { HistoryQuery } from './use-history-query.ts';

/** Strips that are drawn at once, each a month of a site. */
const maxStrips = 60;
const maxMonths = 12;

/** Transmission and valid rate of each site by month, with its days as a strip; a click shows the day or the gap. */
export function HistoryCompleteness({ state, input, openDays }: HistoryQuery) {
  const { t } = useTranslation();
  const { range, zone, sites = [] } = state;
  const [fromDay, toDay] = [range.from, Math.max(range.from, range.to - 1)].map((at) =>
    formatLocalDate(at, zone),
  );
  const most = Math.max(1, Math.min(maxMonths, Math.floor(maxStrips / Math.max(1, sites.length))));
  const months = listMonths(fromDay ?? '', toDay ?? '', most);
  const [from = '', to = ''] = [months[0], months.at(-1)];
  const result = useAnalysis(
    listCompletenessDays,
    input && from ? { siteIds: input.siteIds, from, to } : undefined,
  );
  const [siteId, setSiteId] = useState<number>();
  const nameOf = (id: number) => sites.find((one) => one.siteId === id)?.siteName ?? '';
  return (
    <QueryResult state={state} result={result} siteHint={t('data.history.noSiteHint')} needsChannel={false}>
      {(found) => (
        <>
          <div className={months.length === 1 ? `${styles.sites} ${styles.ofOneMonth}` : styles.sites}>
            {found.map((ofSite) => (
              <SiteStrips
                key={ofSite.siteId}
                name={nameOf(ofSite.siteId)}
                ofSite={ofSite}
                onOpen={openDays}
                onShowGaps={() => setSiteId(ofSite.siteId)}
              />
            ))}
          </div>
          <p className={styles.basis}>
            {from > (fromDay ?? '').slice(0, from.length) &&
              `${t('data.history.completeness.cut', { count: months.length })} `}
            {t('data.history.completeness.basis')}
          </p>
          {siteId !== undefined && (
            <GapsDrawer
              siteId={siteId}
              siteName={nameOf(siteId)}
              period={{ from: range.from, to: range.to }}
              onClose={() => setSiteId(undefined)}
            />
          )}
        </>
      )}
    </QueryResult>
  );
}

interface SiteStripsProps {
  name: string;
  ofSite: SiteCompletenessDays;
  onOpen: (fromDay: string, toDay: string) => void;
  onShowGaps: () => void;
}

function SiteStrips({ name, ofSite, onOpen, onShowGaps }: SiteStripsProps) {
  const { t } = useTranslation();
  const open = (day: string) => {
    const { fromDay, toDay } = findGap(ofSite.days, day);
    onOpen(fromDay, toDay);
  };
  return (
    <section aria-label={name}>
      <div className={styles.siteHead}>
        <h3 className={styles.site}>{name}</h3>
        <Button size="small" aria-label={t('backfill.gaps.title', { site: name })} onClick={onShowGaps}>
          {t('backfill.gaps.open')}
        </Button>
      </div>
      <div className={styles.months}>
        {groupByMonth(ofSite).map((month) => (
          <MonthStrip key={month.month} month={month} onOpen={open} />
        ))}
      </div>
    </section>
  );
}

function MonthStrip({ month, onOpen }: { month: SiteMonth; onOpen: (day: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const write = (rate: number | null) => (rate === null ? dash : percent.format(rate));
  const form = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' });
  const dayForm = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const rates = (one: { transmissionRate: number | null; validRate: number | null }) =>
    t('data.history.completeness.rates', {
      transmission: write(one.transmissionRate),
      valid: write(one.validRate),
    });
  return (
    <div className={styles.month}>
      <div className={styles.monthHead}>
        <span>{form.format(dayjs(`${month.month}-01`).toDate())}</span>
        <span className={styles.soft}>{rates(month)}</span>
      </div>
      <div className={styles.strip}>
        {month.days.map((day) => {
          const name = `${dayForm.format(dayjs(day.day).toDate())}: ${isGap(day) ? t('data.history.completeness.gap') : rates(day)}`;
          return (
            <button
              key={day.day}
              type="button"
              aria-label={name}
              title={name}
              disabled={day.expected === 0}
              className={isGap(day) ? `${styles.day} ${styles.gap}` : styles.day}
              onClick={() => onOpen(day.day)}
            >
              <span className={styles.fill} style={{ height: `${(day.transmissionRate ?? 0) * 100}%` }} />
            </button>
          );
        })}
      </div>
    </div>
  );
}
