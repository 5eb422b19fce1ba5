import type { equipment } from '@limpid/contract/device/equipment';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { AlarmCount, ClockDrift, Completeness, OnlineState } from '../equipment/equipment-cells.tsx';
import styles from './device-page.module.css';

/** The state of a device. */
export function DeviceFacts({ row }: { row: RowOf<typeof equipment> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = (value: string | null) => value && <DateTimeText value={value} />;
  const facts: Record<string, ReactNode> = {
    online: <OnlineState online={row.online} />,
    lastSeen: time(row.lastSeen) ?? t('device.equipment.never'),
    mn: row.mn,
    deviceTypeId: localised(row, 'typeName', language),
    protocol: row.protocol && t(`basedata.deviceType.fields.protocol_${row.protocol}`),
    entityId: localised(row, 'entityName', language),
    address: row.address,
    completeness: <Completeness share={row.completeness} />,
    clockDrift: <ClockDrift seconds={row.clockDrift} />,
    signal: row.signal,
    firmware: row.firmware,
    iotCard: row.iotCard,
    alarms: <AlarmCount row={row} />,
    commandName: row.commandState && (
      <span className={styles.command}>
        {localised(row, 'commandName', language)}
        <CommandStateDot state={row.commandState} />
      </span>
    ),
    commandTime: time(row.commandTime),
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`device.equipment.fields.${name}`)}</dt>
          <dd>{value || <span className={styles.soft}>–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
