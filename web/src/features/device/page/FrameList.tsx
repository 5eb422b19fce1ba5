import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type DeviceFrame, listDeviceFrames } from '@limpid/contract/device/device-page';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './device-page.module.css';
import { useChannelNames } from './use-channel-names.ts';

const everyMs = 2000;

/** The last frames in both directions, field by field. */
export function FrameList({ siteId, zone }: { siteId: number; zone: string }) {
  const { t } = useTranslation();
  const frames = useQuery({
    queryKey: [listDeviceFrames.path, siteId],
    queryFn: ({ signal }) => call(listDeviceFrames, { params: { siteId }, signal, quiet: true }),
    refetchInterval: everyMs,
  });
  const { data } = frames;
  if (!data) return <RowState row={frames} lines={6} />;
  if (data.frames.length === 0)
    return <EmptyState title={t('device.page.frames.none')} hint={t('device.page.frames.hint')} />;
  return (
    <>
      <p className={styles.soft}>{t('device.page.frames.note', { zone })}</p>
      <ul className={styles.entries}>
        {data.frames.map((frame) => (
          <FrameEntry key={`${frame.at} ${frame.isSent} ${frame.raw}`} frame={frame} zone={zone} />
        ))}
      </ul>
    </>
  );
}

function FrameEntry({ frame, zone }: { frame: DeviceFrame; zone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = useFieldMeaning();
  const { at, isSent, isEncrypted, raw, header, fields } = frame;
  const cn = header.find(({ name }) => name === 'CN')?.value ?? '';
  const direction = isSent ? t('device.page.frames.sent') : t('device.page.frames.received');
  return (
    <li>
      <div className={styles.entryHead}>
        <strong>
          {isSent ? <ArrowDownOutlined aria-hidden /> : <ArrowUpOutlined aria-hidden />} {direction} {cn}
        </strong>
        {isEncrypted && <Tag>SM4</Tag>}
        <span className={styles.soft}>{formatMoment(at, zone, language)}</span>
      </div>
      <pre className={styles.raw}>{raw}</pre>
      {header.length > 0 && (
        <details>
          <summary>{t('device.page.frames.fields', { count: header.length + fields.length })}</summary>
          <div className={styles.scroll}>
            <table className={styles.table}>
              <tbody>
                {[...header, ...fields].map(({ name, value }, index) => (
                  // Fields may repeat in a frame.
                  <tr key={`${index} ${name}`}>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                    <td className={styles.soft}>{describe(name, value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </li>
  );
}

/** What a field means: of the header, of a measured quantity with its kind of value, or of station information. */
function useFieldMeaning(): (name: string, value: string) => string {
  const { t } = useTranslation();
  const channelName = useChannelNames();
  const known = (key: string) => t(key, { defaultValue: '' });
  return (name, value) => {
    if (name === 'PolId')
      return [known('device.page.frames.names.PolId'), channelName(value)].filter(Boolean).join(' · ');
    if (name === 'InfoId')
      return [known('device.page.frames.names.InfoId'), known(`ingest.report.codes.${value}`)]
        .filter(Boolean)
        .join(' · ');
    const own = known(`device.page.frames.names.${name}`);
    if (own) return own;
    const [, code = name, suffix = ''] = /^(.*)-(\w+)$/.exec(name) ?? [];
    return [
      channelName(code) ?? known(`ingest.report.codes.${code}`),
      suffix && known(`device.page.frames.suffixes.${suffix}`),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
