import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash } from '../../../air/describe-value.ts';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { formatDateTime, formatDay } from '../../../lib/dates.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { makeOffsetNote } from '../../../query/state/write-offset.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { nameMonth } from '../trend/groups.ts';
import type { ShownMember } from './members.ts';
import { listTimeRows } from './time-rows.ts';

interface TimeTableProps {
  ts: readonly number[];
  zone: string;
  granularity: 'hour' | 'day';
  channel: Channel;
  members: readonly Pick<ShownMember, 'name' | 'values'>[];
}

/** The values of members by time. */
export function TimeTable({ ts, zone, granularity, channel: { unit, decimals }, members }: TimeTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatDecimal(value, decimals, language);
  const nameTime = (time: string) => {
    if (time.length === 7) return nameMonth(time, language);
    const isDay = time.length === 10 || granularity === 'day';
    // Hours and days have no seconds.
    return isDay ? formatDay(time.slice(0, 10), language) : formatDateTime(time, language).slice(0, -3);
  };
  function listRows() {
    const columns = members.map(({ values }) => values);
    const listed = listTimeRows(ts, columns, zone);
    const hours = listed.filter(({ time }) => time.length > '2026-11-01'.length);
    const noteOffset = makeOffsetNote(
      hours.map(({ at }) => at),
      zone,
    );
    return listed.map(({ at, time, cells }) => [
      nameTime(time) + noteOffset(at),
      ...cells.map((cell) => {
        if (!cell) return dash;
        const [low, high] = [number(cell.low), number(cell.high)];
        return low === high ? low : t('analysis.contrast.extremes', { low, high });
      }),
    ]);
  }

  return (
    <ChartTable
      head={[
        t(`analysis.contrast.${granularity === 'day' ? 'day' : 'time'}`),
        ...members.map(({ name }) => (unit ? `${name} (${unit})` : name)),
      ]}
      note={t('analysis.contrast.tableNote')}
      rows={listRows}
    />
  );
}
