import { readCalendarDay } from '@limpid/contract/analysis/calendar';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Channel } from '../../../air/channel.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { formatDay } from '../../../lib/dates.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import { QueryError } from '../../../query/result/QueryError.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './calendar.module.css';
import { DayChart } from './DayChart.tsx';
import { DayHours } from './DayHours.tsx';

interface DayDialogProps {
  open: boolean;
  site: ChosenSite;
  day: string;
  channel: Channel | undefined;
  scale: MeasureScale;
  onClose: () => void;
}

/** The channels that an index is computed from. */
const pollutantCodes = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'];

/** The hours of one day: a chart, and a table with the pollutants of the index or with the channel. */
export function DayDialog({ open, site, day, channel, scale, onClose }: DayDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { index, describe } = useChosenIndex();
  const all = useChannels();
  const channels = channel ? [channel] : all.filter(({ code }) => pollutantCodes.includes(code));
  const result = useAnalysis(
    readCalendarDay,
    channels.length > 0
      ? { siteId: site.siteId, day, channels: channels.map(({ code }) => code), index }
      : undefined,
  );
  return (
    <Dialog
      open={open}
      width={840}
      footer={null}
      title={`${site.siteName} · ${formatDay(day, language)}`}
      onCancel={onClose}
    >
      {result.isError && <QueryError error={result.error} onRetry={result.refetch} />}
      {result.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {result.data && (
        <>
          <DayChart {...result.data} channel={channel} scale={scale} />
          <DayHours {...result.data} channels={channels} />
          <p className={styles.basis}>
            {t(`analysis.calendar.${channel ? 'hourBasis' : 'hourIndexBasis'}`, {
              zone: result.data.zone,
              index: describe('hour'),
            })}
          </p>
        </>
      )}
    </Dialog>
  );
}
