import type { CustomSeriesOption } from 'echarts/charts';
import type { ChartLook } from '../../../../charts/use-chart-look.ts';
import type { ShapeAxes } from '../trend-shapes.ts';
import { arrangeRows, type TrendAlarm } from './trend-alarm.ts';

const sizes = { row: 16, bar: 4, sign: 14, top: 2 };
const mostRows = 4;

interface Plot {
  from: number;
  to: number;
  /** Pixels of the plot. */
  width: number;
}

/** Bars along the upper edge while alarms were active, each with a sign at its start; a click on one opens it. */
export function drawAlarms(
  alarms: readonly TrendAlarm[],
  axes: ShapeAxes,
  { from, to, width }: Plot,
  look: ChartLook,
): CustomSeriesOption[] {
  if (alarms.length === 0) return [];
  const signMs = (sizes.sign * look.scale * (to - from)) / width;
  const rows = arrangeRows(
    alarms.map((alarm) => ({ from: alarm.from, to: Math.max(alarm.to, alarm.from + signMs) })),
    mostRows,
    0,
  );
  return [
    {
      type: 'custom',
      ...axes,
      z: 5,
      cursor: 'pointer',
      tooltip: { show: false },
      // The name lets a click find its alarm.
      data: alarms.map(({ from: start, alarmId }) => ({ value: [start, 0], name: nameAlarmShape(alarmId) })),
      renderItem: ({ coordSys, dataIndex }, api) => {
        const alarm = alarms[dataIndex];
        if (!alarm) return null;
        // The library's type of the plot's position is empty.
        const plot = coordSys as unknown as Record<'x' | 'y' | 'width', number>;
        return drawAlarm(alarm, plot, (moment) => api.coord([moment, 0])[0] ?? 0, {
          row: rows[dataIndex] ?? 0,
          look,
        });
      },
    },
  ];
}

const shapeName = /^alarm-(\d+)$/;
const nameAlarmShape = (alarmId: number) => `alarm-${alarmId}`;

/** The alarm that a clicked shape stands for. */
export function readAlarmShape(name: unknown): number | undefined {
  const found = shapeName.exec(String(name))?.[1];
  return found === undefined ? undefined : Number(found);
}

function drawAlarm(
  { from, to, colour }: TrendAlarm,
  { x, y, width }: Record<'x' | 'y' | 'width', number>,
  place: (moment: number) => number,
  { row, look }: { row: number; look: ChartLook },
): ReturnType<NonNullable<CustomSeriesOption['renderItem']>> {
  const [left, right] = [Math.max(x, place(from)), Math.min(x + width, place(to))];
  if (right < x || left > x + width) return null;
  const [tall, bar, sign] = [sizes.row, sizes.bar, sizes.sign].map((size) => size * look.scale) as [
    number,
    number,
    number,
  ];
  const middle = y + sizes.top * look.scale + row * tall + tall / 2;
  const end = Math.max(right, left + sign);
  return {
    type: 'group',
    children: [
      // Easier to hit than what is seen.
      {
        type: 'rect',
        shape: { x: left, y: middle - tall / 2, width: end - left, height: tall },
        style: { fill: 'transparent' },
      },
      {
        type: 'rect',
        shape: { x: left, y: middle - bar / 2, width: Math.max(0, right - left), height: bar, r: bar / 2 },
        style: { fill: colour },
      },
      {
        type: 'circle',
        shape: { cx: left + sign / 2, cy: middle, r: sign / 2 },
        style: { fill: colour, stroke: look.surface, lineWidth: look.scale },
      },
      {
        type: 'text',
        style: {
          text: '!',
          x: left + sign / 2,
          y: middle,
          fill: look.surface,
          font: `700 ${10 * look.scale}px ${look.font}`,
          align: 'center',
          verticalAlign: 'middle',
        },
      },
    ],
  };
}
