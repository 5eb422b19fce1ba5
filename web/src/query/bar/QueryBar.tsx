import type { QueryPermission } from '@limpid/contract/data/site-choice';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { getNotifier } from '../../api/notifier.ts';
import { useChannels } from '../channel/use-channels.ts';
import { SavedQueries } from '../saved/SavedQueries.tsx';
import {
  comparisons,
  copyParts,
  nameUnshown,
  type Preset,
  readQuery,
  type Step,
  steps,
  writeQuery,
} from '../state/query.ts';
import type { QueryState } from '../state/use-query-state.ts';
import text from '../text.module.css';
import { ChannelPicker } from './ChannelPicker.tsx';
import { Choice } from './Choice.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import styles from './query.module.css';
import { SitePicker } from './SitePicker.tsx';

interface QueryBarProps {
  permission: QueryPermission;
  state: QueryState;
  /** 0 for a screen of all sites. */
  maxSites: number;
  maxChannels?: number;
  hasComparison?: boolean;
  hasStep?: boolean;
  /** All steps without this. */
  offeredSteps?: readonly Step[];
  offered?: readonly Preset[];
  /** Replaces the choice of a period. */
  period?: ReactNode;
  /** Names of the screen's own choices in the address, which are saved together with the query. */
  ownParts?: readonly string[];
  /** Choices of the screen itself, before the others. */
  filters?: ReactNode;
  /** How the screen shows the result, after the others. */
  views?: ReactNode;
  /** Buttons of the screen, such as its export. */
  children?: ReactNode;
}

/** What a screen shows: sites, channels or the index, period, comparison and step. All of it is in the address. */
export function QueryBar({
  permission,
  state,
  maxSites,
  maxChannels = 1,
  ownParts = [],
  children,
  ...options
}: QueryBarProps) {
  const { t } = useTranslation();
  const { query, change, sites, missing, zones, zone, range, channels } = state;
  const { offeredSteps = steps } = options;
  const [current, setCurrent] = useSearchParams();
  const unshown = nameUnshown(state.askedChannels.slice(0, maxChannels), channels, useChannels());
  const ownAddress = copyParts(ownParts, current, new URLSearchParams());
  return (
    <search aria-label={t('data.query.title')} className={styles.search}>
      <div className={styles.bar}>
        {maxSites > 0 && (
          <SitePicker
            permission={permission}
            sites={sites}
            max={maxSites}
            isOpen={state.isChoosingSites}
            onOpen={state.setChoosingSites}
            onChange={(siteIds) => change({ siteIds })}
          />
        )}
        {options.filters}
        <ChannelPicker
          channels={channels}
          codes={query.channels.slice(0, maxChannels)}
          max={maxChannels}
          onChange={(codes) => change({ channels: codes })}
        />
        {options.period ?? (
          <PeriodPicker
            period={query.period}
            range={range}
            zone={zone}
            unit={state.periodUnit}
            {...(options.offered && { offered: options.offered })}
            onChange={(period) => change({ period })}
          />
        )}
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
            // The query may come from a screen that offers more steps.
            value={offeredSteps.includes(query.step) ? query.step : 'auto'}
            options={offeredSteps.map((value) => ({
              value,
              label: t(`data.query.steps.${value}`),
            }))}
            onChange={(step) => change({ step })}
          />
        )}
        {options.views}
        <div className={styles.actions}>
          <SavedQueries
            permission={permission}
            siteIds={query.siteIds}
            address={writeQuery({ ...query, siteIds: [] }, ownAddress).toString()}
            onOpen={({ siteIds, address, leftOut }) => {
              const saved = new URLSearchParams(address);
              const next = writeQuery({ ...readQuery(saved), siteIds }, copyParts(ownParts, saved, current));
              setCurrent(next, { replace: true });
              if (leftOut > 0) getNotifier().warning(t('data.query.missing', { count: leftOut }));
            }}
          />
          {children}
        </div>
      </div>
      {missing > 0 && <Alert type="warning" showIcon title={t('data.query.missing', { count: missing })} />}
      {unshown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('data.query.unshownChannels', { names: unshown.join(', ') })}
        />
      )}
      {maxSites > 0 && query.siteIds.length > maxSites && (
        <p className={text.hint}>
          {t('data.query.firstSites', { max: maxSites, count: query.siteIds.length })}
        </p>
      )}
      {zones.length > 1 && <p className={text.hint}>{t('data.query.zones', { zones: zones.join(', ') })}</p>}
    </search>
  );
}
