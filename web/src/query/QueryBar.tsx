import type { QueryPermission } from '@limpid/contract/data/site-choice';
import { Alert, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../api/notifier.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import styles from './query.module.css';
import { comparisons, type Preset, readQuery, steps, writeQuery } from './query.ts';
import { SitePicker } from './SitePicker.tsx';
import { SavedQueries } from './saved/SavedQueries.tsx';
import type { QueryState } from './use-query-state.ts';

interface QueryBarProps {
  permission: QueryPermission;
  state: QueryState;
  maxSites: number;
  maxChannels?: number;
  hasIndex?: boolean;
  hasComparison?: boolean;
  hasStep?: boolean;
  offered?: readonly Preset[];
  /** Buttons of the screen, such as its export. */
  children?: ReactNode;
}

/** What a screen shows: sites, channels, period, comparison and step. All of it is in the address. */
export function QueryBar({
  permission,
  state,
  maxSites,
  maxChannels = 1,
  hasIndex = false,
  children,
  ...options
}: QueryBarProps) {
  const { t } = useTranslation();
  const { query, change, sites, missing, zones, zone, range, channels } = state;
  return (
    <search aria-label={t('data.query.title')}>
      <div className={styles.bar}>
        <SitePicker
          permission={permission}
          sites={sites}
          max={maxSites}
          onChange={(siteIds) => change({ siteIds })}
        />
        <ChannelPicker
          channels={channels}
          codes={query.channels.slice(0, maxChannels)}
          max={maxChannels}
          hasIndex={hasIndex}
          onChange={(codes) => change({ channels: codes })}
        />
        <PeriodPicker
          period={query.period}
          range={range}
          zone={zone}
          {...(options.offered && { offered: options.offered })}
          onChange={(period) => change({ period })}
        />
        {options.hasComparison && (
          <Choice
            label={t('data.query.compare')}
            value={query.comparison}
            options={comparisons.map((value) => ({ value, label: t(`data.query.comparisons.${value}`) }))}
            onChange={(comparison) => change({ comparison })}
          />
        )}
        {options.hasStep && (
          <Choice
            label={t('data.query.step')}
            value={query.step}
            options={steps.map((value) => ({ value, label: t(`data.query.steps.${value}`) }))}
            onChange={(step) => change({ step })}
          />
        )}
        <div className={styles.actions}>
          <SavedQueries
            permission={permission}
            siteIds={query.siteIds}
            address={writeQuery({ ...query, siteIds: [] }, new URLSearchParams()).toString()}
            onOpen={({ siteIds, address, leftOut }) => {
              change({ ...readQuery(new URLSearchParams(address)), siteIds });
              if (leftOut > 0) getNotifier().warning(t('data.query.missing', { count: leftOut }));
            }}
          />
          {children}
        </div>
      </div>
      {range.from >= range.to && <Alert type="error" showIcon title={t('data.query.reversed')} />}
      {missing > 0 && <Alert type="warning" showIcon title={t('data.query.missing', { count: missing })} />}
      {zones.length > 1 && (
        <p className={styles.hint}>{t('data.query.zones', { zones: zones.join(', ') })}</p>
      )}
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, ...control }: ChoiceProps<Value>) {
  return (
    <div className={styles.control}>
      <span className={styles.label}>{label}</span>
      <Select<Value> aria-label={label} popupMatchSelectWidth={false} {...control} />
    </div>
  );
}
