import { deviceLog } from '@limpid/contract/device/device-log';
import { localised } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatCount } from '../../../lib/format.ts';
import { CommandTimes } from '../../../query/commands/CommandTimes.tsx';
import { deviceAddress } from '../../../query/commands/device-address.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import { CommandFrames, formatSeconds } from '../page/CommandFrames.tsx';
import styles from '../page/device-page.module.css';

const endpoints = resourceEndpoints(deviceLog);
const everyMs = 3000;

/** One entry of the log: the states of the command with their times, and the frames. */
export function LogDrawer({ logId, onClose }: { logId: number | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const row = useRow(endpoints, logId, undefined, everyMs);
  const { data } = row;
  const title = data && (localised(data, 'commandName', language) || data.commandCode);
  return (
    <Drawer
      open={logId !== undefined}
      onClose={onClose}
      title={title || t('device.log.title')}
      size={toRem(560)}
      destroyOnHidden
    >
      {data ? <LogEntry row={data} /> : <RowState row={row} lines={8} />}
    </Drawer>
  );
}

function LogEntry({ row }: { row: RowOf<typeof deviceLog> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const types = useDict('device_command_type');
  const { siteId, siteName, sent, packets, lateAnswers, seconds } = row;
  const maySee = hasAnyPermission('device:equipment:query') && siteId !== null;
  const count = (value: number | null) => (value ? formatCount(value, language) : null);
  const facts: Record<string, ReactNode> = {
    siteName: maySee ? <Link to={deviceAddress(siteId)}>{siteName}</Link> : siteName,
    deviceSn: row.deviceSn,
    commandCode: row.commandCode,
    logType: types.find(({ value }) => value === row.logType)?.text,
    userName: row.userName,
    resultDesc: row.resultDesc,
    seconds: seconds === null ? null : formatSeconds(seconds, language),
    dataTime: row.state === 'received' && row.dataTime ? <DateTimeText value={row.dataTime} /> : null,
    sent: count(sent),
    packets: count(packets),
    lateAnswers: count(lateAnswers),
  };
  return (
    <div className={styles.log}>
      <CommandTimes row={row} />
      <dl className={styles.facts}>
        {Object.entries(facts).map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{t(`device.log.fields.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <CommandFrames row={row} />
    </div>
  );
}
