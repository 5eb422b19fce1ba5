import { ExperimentOutlined } from '@ant-design/icons';
import { realtime } from '@limpid/contract/data/realtime';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Channel } from '../../../air/channel.ts';
import { channelSign } from '../../../air/channel-sign.ts';
import { dash } from '../../../air/describe-value.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { SignHead } from '../../../air/SignHead.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { SiteAlarmMark } from '../../../query/alarms/SiteAlarmMark.tsx';
import { useSitesInAlarm } from '../../../query/alarms/use-alarms.ts';
import { SiteMenu } from '../../../query/links/SiteMenu.tsx';
import { placeholders } from '../../../resource/list/ResourceTable.tsx';
import type { ResourceList } from '../../../resource/list/use-resource-list.ts';
import type { Sort } from '../../../resource/list-query.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { TableValue } from './ChannelValue.tsx';
import { PrimaryPollutant, TableIndex } from './IndexValue.tsx';
import { RecentHours } from './RecentHours.tsx';
import styles from './realtime.module.css';
import type { RealtimeColumn } from './realtime-columns.ts';
import { SiteLink, useSiteAddress } from './SiteLink.tsx';
import { SiteStateCell, StateDot } from './SiteStateCell.tsx';
import { describeSite, type RealtimeRow, readSite, type SiteNow } from './site-now.ts';
import type { RecentHoursOfSites } from './use-recent-hours.ts';

interface RealtimeTableProps {
  list: ResourceList;
  sites: SiteNow[];
  columns: RealtimeColumn[];
  index: IndexScale;
  hours: RecentHoursOfSites;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  empty: ReactNode;
}

const widths: Record<string, number> = {
  siteName: 184,
  state: 108,
  index: 68,
  hours: 74,
  primary: 84,
  age: 112,
  entityName: 156,
  mn: 196,
};
const phoneNameWidth = 132;
const channelWidth = 55;
/** Room for a point of the compass and its degrees. */
const windWidth = 66;
const unsorted = new Set(['hours', 'primary']);

/** A row per site and a column per channel; the names of sites stay in view while the rest scrolls. */
export function RealtimeTable(props: RealtimeTableProps) {
  const { list, sites, columns, index, hours, sort, onSort, empty } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const addressOf = useSiteAddress();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const alarms = useSitesInAlarm();
  const cells: Record<string, (site: SiteNow) => ReactNode> = {
    siteName: (site) => (
      <div className={styles.nameLine}>
        <StateDot site={site} />
        <SiteLink site={site}>
          <EllipsisText text={site.name} />
        </SiteLink>
        {site.isSimulated && (
          <ExperimentOutlined
            className={styles.simulated}
            aria-label={t('site.site.simulated.mark')}
            title={t('site.site.simulated.mark')}
          />
        )}
        <SiteAlarmMark alarms={alarms.get(site.siteId)} siteName={site.name} />
        <SiteMenu siteId={site.siteId} siteName={site.name} />
      </div>
    ),
    state: (site) => <SiteStateCell site={site} />,
    index: (site) => <TableIndex site={site} index={index} />,
    hours: ({ siteId }) => <RecentHours values={hours.valuesOf(siteId)} scale={hours.scale} />,
    primary: (site) => <PrimaryPollutant site={site} index={index} />,
    age: ({ now, ageMs, zone }) =>
      ageMs === undefined ? dash : <EllipsisText text={formatMoment(now - ageMs, zone, language)} />,
    entityName: ({ entity }) => <EllipsisText text={entity} />,
    mn: ({ mn }) => <EllipsisText text={mn} />,
  };

  function column(shown: RealtimeColumn): ListColumn<SiteNow> & { width: string } {
    const { name, channel } = shown;
    const draw = channel ? (site: SiteNow) => renderValue(channel, site) : cells[name];
    const isName = name === realtime.name;
    const width = channel ? findChannelWidth(channel) : (widths[name] ?? channelWidth);
    const isNumber = channel !== undefined || name === 'index';
    return {
      key: name,
      title: channel ? <ChannelHead channel={channel} /> : <PlainHead column={shown} hours={hours} />,
      width: toRem(isPhone && isName ? phoneNameWidth : width),
      pin: isName ? 'left' : undefined,
      isNumber,
      className: isNumber ? styles.values : undefined,
      isSortable: !unsorted.has(name),
      render: (site) => (list.isPending ? <span className={styles.bone} /> : draw?.(site)),
    };
  }

  const drawn = columns.map(column);
  return (
    <ListTable<SiteNow>
      label={t('data.realtime.title')}
      columns={drawn}
      rows={
        list.isPending
          ? placeholders<RealtimeRow>(realtime).map((row) => describeSite(readSite(row, 'zh'), 0))
          : sites
      }
      idOf={({ siteId }) => siteId}
      rowClass={({ state }) => `${styles.row} ${state === 'on' ? '' : styles.quiet}`}
      onOpen={addressOf && !list.isPending ? ({ siteId }) => void navigate(addressOf(siteId)) : undefined}
      minWidth={`calc(${drawn.map(({ width }) => width).join(' + ')})`}
      empty={empty}
      sort={sort}
      onSort={onSort}
      isCompact
    />
  );
}

function renderValue(channel: Channel, site: SiteNow): ReactNode {
  const newest = site.values[channel.code];
  return newest && <TableValue channel={channel} site={site} newest={newest} />;
}

function ChannelHead({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  return <SignHead {...channel} sign={channelSign(channel, useLanguage(), t)} />;
}

function PlainHead({ column, hours }: { column: RealtimeColumn; hours: RecentHoursOfSites }) {
  const { t } = useTranslation();
  const { name, title = '', label } = column;
  if (name === 'index') return <SignHead sign={t('data.realtime.index')} unit="" name={title} />;
  if (name === 'hours') return <SignHead sign={t(label)} unit={hours.sign} name={t(label)} />;
  return t(label);
}

function findChannelWidth({ code, dataType, name }: Channel): number {
  if (dataType === 'direction') return windWidth;
  // Channels of installations have no short heading.
  return Math.min(120, Math.max(channelWidth, name === code ? name.length * 9 : 0));
}
