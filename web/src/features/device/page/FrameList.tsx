import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type DeviceFrame, listDeviceFrames } from '@limpid/contract/device/device-page';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { useFieldMeaning } from '../../../query/commands/use-field-meaning.ts';
import { useStateWords } from '../../../query/commands/use-state-words.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './device-page.module.css';
import { listCommandKeys } from './frame-command.ts';

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
  const words = useStateWords();
  const { at, isSent, isEncrypted, raw, header, fields } = frame;
  const cn = header.find(({ name }) => name === 'CN')?.value ?? '';
  const direction = isSent ? t('device.page.frames.sent') : t('device.page.frames.received');
  const command = t(listCommandKeys(header), { defaultValue: '' });
  return (
    <li>
      <div className={styles.entryHead}>
        <strong>
          {isSent ? <ArrowDownOutlined aria-hidden /> : <ArrowUpOutlined aria-hidden />} {direction}
          {' · '}
          {[command, cn].filter(Boolean).join(' ')}
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
                    <td>{words(name, value)}</td>
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
