import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { joinFlags } from '../../../air/flag-summary.ts';
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
  members: readonly Pick<ShownMember, 'name' | 'values' | 'flagged'>[];
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
  function writeExtremes(cell: ReturnType<typeof listTimeRows>[number]['cells'][number]): string {
    if (!cell) return dash;
    const [low, high] = [number(cell.low), number(cell.high)];
    return low === high ? low : t('analysis.contrast.extremes', { low, high });
  }

  function listRows() {
    const columns = members.map(({ values }) => values);
    const flagsOf = members.map(({ flagged }) => Map.groupBy(flagged, (one) => one.ts));
    const marked = new Set(members.flatMap(({ flagged }) => flagged.map((one) => one.ts)));
    const listed = listTimeRows(ts, columns, zone, marked);
    const hours = listed.filter(({ time }) => time.length > '2026-11-01'.length);
    const noteOffset = makeOffsetNote(
      hours.map(({ at }) => at),
      zone,
    );
    return listed.map(({ at, time, cells, moments }) => [
      nameTime(time) + noteOffset(at),
      ...cells.map((cell, column) => {
        const found = moments.flatMap((moment) => flagsOf[column]?.get(moment) ?? []);
        const flags = joinFlags(found.map((one) => one.flags));
        const text = writeExtremes(cell);
        if (!flags) return text;
        const subject = `${members[column]?.name}, ${nameTime(time)}`;
        return (
          <>
            {text} <FlagCount flags={flags} subject={subject} />
          </>
        );
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
