import { deviceLog } from '@limpid/contract/device/device-log';
import { localised } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { CommandTimes } from '../../../query/commands/CommandTimes.tsx';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { CommandFrames, formatSeconds } from './CommandFrames.tsx';
import styles from './device-page.module.css';

const { list } = resourceEndpoints(deviceLog);
const everyMs = 3000;

/** The commands of a device and what it sent unasked, newest first. */
export function DeviceCommands({ siteId, command }: { siteId: number; command: ReactNode }) {
  const { t } = useTranslation();
  const query = { siteId, pageSize: 50 };
  const log = useQuery({
    queryKey: [list.path, query],
    queryFn: ({ signal }) => call(list, { query, signal, quiet: true }),
    refetchInterval: everyMs,
  });
  if (!log.data) return <RowState row={log} lines={6} />;
  const { rows } = log.data;
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('device.page.commands.none')}
        hint={t('device.page.commands.hint')}
        action={command}
      />
    );
  return (
    <ul className={styles.entries}>
      {rows.map((row) => (
        <CommandEntry key={row.logId} row={row} />
      ))}
    </ul>
  );
}

function CommandEntry({ row }: { row: RowOf<typeof deviceLog> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const types = useDict('device_command_type');
  const type = types.find(({ value }) => value === row.logType)?.text;
  const name = localised(row, 'commandName', language) || `${type ?? ''} ${row.commandCode ?? ''}`;
  const facts = [
    row.userName,
    row.seconds !== null && `${formatSeconds(row.seconds, language)} s`,
    row.resultDesc,
  ];
  return (
    <li>
      <div className={styles.entryHead}>
        <strong>{name}</strong>
        <CommandStateDot state={row.state} />
        <span className={styles.soft}>{row.dataTime && <DateTimeText value={row.dataTime} />}</span>
      </div>
      <div className={styles.soft}>{facts.filter(Boolean).join(' · ')}</div>
      {(row.request || row.response) && (
        <details>
          <summary>{t('device.page.commands.frames')}</summary>
          <CommandTimes row={row} />
          <CommandFrames row={row} />
        </details>
      )}
    </li>
  );
}
