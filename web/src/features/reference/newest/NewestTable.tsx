import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { defaultZone } from '@limpid/contract/zone';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Channel } from '../../../air/channel.ts';
import { describeHourFlags } from '../../../air/describe-flag.ts';
import { dash } from '../../../air/describe-value.ts';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { isPublicationStale } from '../../../air/freshness.ts';
import { namePollutants, pollutantSign } from '../../../air/pollutants.ts';
import { ReferenceMark } from '../../../air/ReferenceMark.tsx';
import { SignHead } from '../../../air/SignHead.tsx';
import { ValueChip } from '../../../air/ValueChip.tsx';
import { useServerTime } from '../../../api/server-clock.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import { useMapLink } from '../../../query/links/use-map-link.ts';
import { sumWidths } from '../../../query/list/SearchedTable.tsx';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { decimalsOf, unitOf, useNationalScale } from '../national/use-national-scale.ts';
import { NearestSite } from './NearestSite.tsx';
import styles from './newest.module.css';
import { ReleaseTime } from './ReleaseTime.tsx';
import { StationName, useStationAddress } from './StationName.tsx';
import { defaultSort, type NewestHoursState } from './use-newest-hours.ts';
import { usePublishedScale } from './use-published-scale.ts';

type StationRow = NewestHour & { id: number };

const agingMs = 60_000;
const valueWidth = 52;

/** A row per station: what it published, then the nearest own site. */
export function NewestTable({ state, empty }: { state: NewestHoursState; empty: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mapLink = useMapLink();
  const addressOf = useStationAddress();
  const now = useServerTime(agingMs);
  const columns = useNewestColumns(state, now);
  const rows = (state.data?.rows ?? []).map((row, id): StationRow => ({ ...row, id }));
  return (
    <ListTable<StationRow>
      label={t('analysis.nationalControl.newest.newest')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      rowClass={({ releasedAt }) => (isPublicationStale(releasedAt, now) ? (styles.stale ?? '') : '')}
      onOpen={
        mapLink &&
        ((row) => {
          const address = addressOf(row);
          if (address) void navigate(address);
        })
      }
      minWidth={sumWidths(columns)}
      empty={empty}
      sort={state.sort}
      defaultSort={defaultSort}
      onSort={state.sortBy}
      isCompact
    />
  );
}

interface OwnFlagsProps {
  nearest: NonNullable<NewestHour['nearest']>;
  channels: readonly Channel[];
}

/** What data rules have found in the compared hour of the own site. */
function OwnFlags({ nearest: { siteName, flags }, channels }: OwnFlagsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const lines = describeHourFlags(flags, channels, { t, language });
  if (lines.length === 0) return null;
  return <FlagButton text={flagSign} lines={lines} subject={siteName} />;
}

function useNewestColumns({ measure, data }: NewestHoursState, now: number): ListColumn<StationRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const channels = useChannels();
  const published = usePublishedScale();
  const chosen = useNationalScale(measure === 'aqi' ? 'index' : measure);
  const compared = measure === 'aqi' ? published : chosen;
  const zone = data?.zone ?? defaultZone;
  const field = (name: string) => t(`analysis.nationalControl.fields.${name}`);
  const own = (name: string) => t(`analysis.nationalControl.newest.${name}`);
  const sign = measure === 'aqi' ? field('aqi') : (pollutantSign(measure, language) ?? measure);
  const unit = measure === 'aqi' ? '' : unitOf(measure);
  const number = { isNumber: true, isSortable: true, width: toRem(valueWidth) };
  const columns: ListColumn<StationRow>[] = [
    {
      key: 'stationName',
      title: field('stationName'),
      isSortable: true,
      pin: 'left',
      width: toRem(isPhone ? 140 : 168),
      render: (row) => <StationName row={row} />,
    },
    {
      key: 'city',
      title: field('city'),
      isSortable: true,
      width: toRem(90),
      render: ({ city }) => <EllipsisText text={city ?? dash} />,
    },
    {
      key: 'releasedAt',
      title: own('released'),
      isSortable: true,
      width: toRem(80),
      render: ({ releasedAt }) => <ReleaseTime {...{ releasedAt, zone, now }} />,
    },
    {
      ...number,
      key: 'aqi',
      title: <SignHead sign={field('aqi')} unit="" name={field('aqi')} />,
      render: ({ aqi, releasedAt }) => (
        <ValueChip value={aqi} scale={published} isSmall isStale={isPublicationStale(releasedAt, now)} />
      ),
    },
    {
      key: 'primary',
      title: field('primaryPollutant'),
      width: toRem(76),
      render: ({ primaryPollutant }) =>
        primaryPollutant ? namePollutants(primaryPollutant, language) : dash,
    },
    ...mapPollutants.map(
      (pollutant, place): ListColumn<StationRow> => ({
        ...number,
        key: pollutant,
        title: (
          <SignHead
            sign={pollutantSign(pollutant, language) ?? pollutant}
            unit={unitOf(pollutant)}
            name={channels.find(({ code }) => code === pollutant)?.name ?? pollutant}
          />
        ),
        render: ({ values, releasedAt }) => {
          const value = values[place] ?? null;
          if (pollutant === measure)
            return (
              <ValueChip value={value} scale={chosen} isSmall isStale={isPublicationStale(releasedAt, now)} />
            );
          return value === null ? dash : formatDecimal(value, decimalsOf(pollutant), language);
        },
      }),
    ),
    {
      key: 'site',
      title: own('site'),
      width: toRem(124),
      className: styles.own,
      render: ({ nearest }) =>
        nearest ? (
          <NearestSite {...nearest} />
        ) : (
          <span title={t('analysis.nationalControl.newest.noSite', { km: maxReferenceKm })}>{dash}</span>
        ),
    },
    {
      ...number,
      key: 'km',
      title: <SignHead sign={own('kmShort')} unit="km" name={own('kmShort')} />,
      width: toRem(64),
      render: ({ nearest }) => (nearest ? formatDecimal(nearest.km, 1, language) : dash),
    },
    {
      ...number,
      key: 'own',
      title: <SignHead sign={own('own')} unit={sign} name={own('own')} />,
      width: toRem(84),
      render: ({ nearest, releasedAt }) =>
        nearest && nearest.value !== null ? (
          <>
            {nearest.reference && <ReferenceMark />}{' '}
            <ValueChip
              value={nearest.value}
              scale={compared}
              isSmall
              isStale={isPublicationStale(releasedAt, now)}
            />
            <OwnFlags nearest={nearest} channels={channels} />
          </>
        ) : (
          <>
            <span title={nearest ? own('noValue') : undefined}>{dash}</span>
            {nearest && <OwnFlags nearest={nearest} channels={channels} />}
          </>
        ),
    },
    {
      ...number,
      key: 'difference',
      title: <SignHead sign={own('difference')} unit={unit || sign} name={own('difference')} />,
      width: toRem(76),
      render: ({ nearest }) =>
        nearest?.difference == null ? dash : compared.formatChange(nearest.difference),
    },
  ];
  // A phone shows two or three columns: the index is one of them.
  const last = new Set(['city', 'primary']);
  return isPhone
    ? columns.toSorted((one, other) => Number(last.has(one.key)) - Number(last.has(other.key)))
    : columns;
}
