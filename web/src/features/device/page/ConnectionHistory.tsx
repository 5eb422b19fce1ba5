import { type DeviceConnection, listConnections } from '@limpid/contract/device/device-page';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './device-page.module.css';

const everyMs = 5000;

/** When a device was connected, from where, and why the connection ended. */
export function ConnectionHistory({ siteId }: { siteId: number }) {
  const { t } = useTranslation();
  const connections = useQuery({
    queryKey: [listConnections.path, siteId],
    queryFn: ({ signal }) => call(listConnections, { params: { siteId }, signal, quiet: true }),
    refetchInterval: everyMs,
  });
  const { data } = connections;
  if (!data) return <RowState row={connections} lines={6} />;
  if (data.length === 0)
    return <EmptyState title={t('device.page.connections.none')} hint={t('device.page.connections.hint')} />;
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.stacking}`}>
        <thead>
          <tr>
            {['since', 'until', 'address', 'packets', 'reason'].map((name) => (
              <th key={name} scope="col" className={name === 'packets' ? styles.number : undefined}>
                {t(`device.page.connections.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <ConnectionRow key={`${one.connectedAt} ${one.address} ${one.endedAt}`} connection={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ConnectionRow({ connection }: { connection: DeviceConnection }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = (name: string) => t(`device.page.connections.${name}`);
  const { address, version, connectedAt, endedAt, packets, reason } = connection;
  return (
    <tr>
      <td data-label={label('since')}>
        <DateTimeText value={connectedAt} />
      </td>
      <td data-label={label('until')}>
        {endedAt ? (
          <>
            <DateTimeText value={endedAt} />
            <div className={styles.soft}>{formatSpan(dayjs(endedAt).diff(connectedAt) / 1000, language)}</div>
          </>
        ) : (
          <StatusDot look="success" text={t('device.page.connections.now')} />
        )}
      </td>
      <td data-label={label('address')}>
        {address}
        <div className={styles.soft}>{version}</div>
      </td>
      <td data-label={label('packets')} className={styles.number}>
        {formatCount(packets, language)}
      </td>
      <td data-label={label('reason')}>{reason && t(`device.page.reasons.${reason}`)}</td>
    </tr>
  );
}
