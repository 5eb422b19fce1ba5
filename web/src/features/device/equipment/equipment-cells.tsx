import type { equipment } from '@limpid/contract/device/equipment';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatCount, formatPercent, formatSpan } from '../../../lib/format.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { deviceAddress } from '../../../query/commands/device-address.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from './equipment.module.css';

type Row = RowOf<typeof equipment>;

const dash = '–';
/** A larger drift is marked: minutes are then labelled wrongly. */
const largeDriftSeconds = 60;
const lowCompleteness = 0.9;

export const equipmentCells: Cells<typeof equipment> = {
  siteName: (row) => <DeviceCell row={row} />,
  online: (row) => <ConnectionCell row={row} />,
  completeness: (row) => <Completeness share={row.completeness} />,
  clockDrift: (row) => <ClockDrift seconds={row.clockDrift} />,
  signal: ({ signal }) => <Fact text={signal} />,
  firmware: ({ firmware }) => <Fact text={firmware} />,
  iotCard: ({ iotCard }) => <Fact text={iotCard} />,
  commandName: (row) => <LastCommand row={row} />,
  alarms: (row) => <AlarmCount row={row} />,
};

function DeviceCell({ row }: { row: Row }) {
  const { t } = useTranslation();
  const mark = row.simulated ? t('site.site.simulated.mark') : undefined;
  const name = <MarkedName name={row.siteName ?? ''} mark={mark} />;
  const first = hasAnyPermission('device:equipment:query') ? (
    <Link to={deviceAddress(row.siteId)} className={styles.link}>
      {name}
    </Link>
  ) : (
    name
  );
  return <TwoLines first={first} second={row.mn} />;
}

export function OnlineState({ online }: { online: string | null }) {
  const { t } = useTranslation();
  return online === 'on' ? (
    <StatusDot look="success" text={t('device.equipment.fields.online_on')} />
  ) : (
    <StatusDot look="info" text={t('device.equipment.fields.online_off')} />
  );
}

function ConnectionCell({ row: { online, lastSeen } }: { row: Row }) {
  const { t } = useTranslation();
  return (
    <TwoLines
      first={<OnlineState online={online} />}
      second={lastSeen ? <DateTimeText value={lastSeen} /> : t('device.equipment.never')}
    />
  );
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
  return (
    <TwoLines
      first={<EllipsisText text={localised(row, 'commandName', language) || dash} />}
      second={<CommandStateDot state={row.commandState} />}
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
