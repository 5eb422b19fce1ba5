import type { equipment } from '@limpid/contract/device/equipment';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { formatLocalTime } from '@limpid/contract/local-time';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useServerTime } from '../../../api/server-clock.ts';
import { hasAnyPermission, useSession } from '../../../api/session.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatCount, formatDuration, formatPercent, formatSpan } from '../../../lib/format.ts';
import { withDevice } from '../../../query/commands/device-address.ts';
import { TimedCommandState } from '../../../query/commands/TimedCommandState.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from './equipment.module.css';

type Row = RowOf<typeof equipment>;

const dash = '–';
const agingMs = 5000;
/** A larger drift is marked: minutes are then labelled wrongly. */
const largeDriftSeconds = 60;
const lowCompleteness = 0.9;
const shownDigits = 6;

/** Two lines need more or less room than their kind of field has. */
export const equipmentWidths = {
  siteName: 216,
  online: 124,
  completeness: 96,
  clockDrift: 100,
  signal: 88,
  firmware: 108,
  alarms: 96,
  actions: 104,
} as const;

export const equipmentCells: Cells<typeof equipment> = {
  siteName: (row) => <DeviceCell row={row} />,
  online: (row) => <ConnectionCell row={row} />,
  deviceTypeId: (row) => <Name row={row} name="typeName" />,
  entityId: (row) => <Name row={row} name="entityName" />,
  completeness: (row) => <Completeness share={row.completeness} />,
  clockDrift: (row) => <ClockDrift seconds={row.clockDrift} />,
  signal: (row) => <SignalCell row={row} />,
  firmware: ({ firmware }) => <Fact text={firmware} />,
  commandName: (row) => <LastCommand row={row} />,
  alarms: (row) => <AlarmCount row={row} />,
};

/** Disabled devices get no commands. */
export function isEnabled({ status }: Pick<Row, 'status'>): boolean {
  return status === '0';
}

function DeviceCell({ row }: { row: Row }) {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const mark = row.simulated ? t('site.site.simulated.mark') : undefined;
  const name = <MarkedName name={row.siteName ?? ''} mark={mark} />;
  const first = hasAnyPermission('device:equipment:query') ? (
    <Link to={{ search: withDevice(address, row.siteId) }} className={styles.link}>
      {name}
    </Link>
  ) : (
    name
  );
  return <TwoLines first={first} second={<EllipsisText text={row.mn ?? ''} />} />;
}

function Name({ row, name }: { row: Row; name: 'typeName' | 'entityName' }) {
  return <EllipsisText text={localised(row, name, useLanguage())} />;
}

export function OnlineState({ online }: { online: string | null }) {
  const { t } = useTranslation();
  return online === 'on' ? (
    <StatusDot look="success" text={t('device.equipment.fields.online_on')} />
  ) : (
    <StatusDot look="info" text={t('device.equipment.fields.online_off')} />
  );
}

function ConnectionCell({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { online, lastSeen } = row;
  return (
    <TwoLines
      first={
        isEnabled(row) ? (
          <OnlineState online={online} />
        ) : (
          <StatusDot look="danger" text={t('device.equipment.disabled')} />
        )
      }
      second={lastSeen ? <Age of={lastSeen} /> : t('device.equipment.never')}
    />
  );
}

/** How long ago a moment was; the moment is the tooltip. */
function Age({ of }: { of: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const now = useServerTime(agingMs);
  // Both are wall clocks of the server.
  const ms = Math.max(0, dayjs(formatLocalTime(now, zone)).diff(of));
  return (
    <time dateTime={of} title={formatDateTime(of, language)}>
      {t('data.realtime.age', { span: formatDuration(ms, language, 'narrow') })}
    </time>
  );
}

/** The signal strength, and the card that connects the device. */
function SignalCell({ row: { signal, iotCard } }: { row: Row }) {
  return (
    <TwoLines
      first={<Fact text={signal} />}
      second={
        iotCard && (
          <span title={iotCard} className={styles.figure}>
            {shortenCard(iotCard)}
          </span>
        )
      }
    />
  );
}

/** Cards of one owner differ at the end of their number. */
function shortenCard(card: string): string {
  return card.length > shownDigits ? `…${card.slice(-shownDigits)}` : card;
}

/** What a device reports about itself; a dash if it does not. */
function Fact({ text }: { text: string | null }) {
  return text ? <EllipsisText text={text} /> : <Dash />;
}

function Dash() {
  return <span className={styles.soft}>{dash}</span>;
}

export function Completeness({ share }: { share: number | null }) {
  const language = useLanguage();
  if (share === null) return <Dash />;
  return (
    <span className={share < lowCompleteness ? styles.warning : styles.figure}>
      {formatPercent(share, 1, language)}
    </span>
  );
}

export function ClockDrift({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (seconds === null) return <Dash />;
  const size = Math.abs(Math.round(seconds));
  const span = formatSpan(size, language);
  const text =
    size === 0 ? span : t(seconds > 0 ? 'device.equipment.ahead' : 'device.equipment.behind', { span });
  return <span className={size >= largeDriftSeconds ? styles.warning : styles.figure}>{text}</span>;
}

function LastCommand({ row }: { row: Row }) {
  const language = useLanguage();
  if (!row.commandState) return <Dash />;
  const command = {
    state: row.commandState,
    dataTime: row.commandTime,
    sentAt: row.commandSentAt,
    acceptedAt: row.commandAcceptedAt,
    answeredAt: row.commandAnsweredAt,
    endedAt: row.commandEndedAt,
  };
  return (
    <TwoLines
      first={<EllipsisText text={localised(row, 'commandName', language) || dash} />}
      second={<TimedCommandState command={command} name={row.siteName ?? ''} />}
    />
  );
}

export function AlarmCount({ row: { alarms, siteName } }: { row: Row }) {
  const language = useLanguage();
  if (!alarms) return <span className={styles.soft}>0</span>;
  const text = formatCount(alarms, language);
  if (!hasAnyPermission('alarm:log:list')) return text;
  const to = `/alarm/log?${new URLSearchParams({ siteName: siteName ?? '', state: 'active' })}`;
  return <Link to={to}>{text}</Link>;
}
