import type { RulePreview } from '@limpid/contract/alarm/rule-preview';
import type { ChartOption } from '../../../charts/chart-option.ts';
import { drawTip } from '../../../charts/draw-tip.ts';
import { listTicks } from '../../../charts/time-axis.ts';
import { drawLimits, frameTimeChart } from '../../../charts/time-frame.ts';
import { tipLook } from '../../../charts/tip-look.ts';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { roundRange } from '../../../charts/value-range.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';

interface PreviewTexts {
  language: string;
  unit: string;
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
  colour: string;
  decimals: number;
  /** The words for the values of a step and for an alarm. */
  range: string;
  alarm: string;
}

const daysBetweenTicks = 5;
const alarmFill = { light: 'rgba(207, 19, 34, 0.14)', dark: 'rgba(255, 120, 117, 0.22)' };
/** An alarm of minutes would be thinner than a pixel in 30 days. */
const leastShare = 1 / 300;

/** The band between the lowest and highest values of each step, the limit, and the alarms as shaded periods. */
export function previewOption(preview: RulePreview, texts: PreviewTexts, look: ChartLook): ChartOption {
  const { from, to, line, limit, endLimit, episodes } = preview;
  const values = [...line.low, ...line.high, limit].filter((value) => value !== null);
  const range = roundRange(values, texts.decimals, true);
  const clock = makeZoneClock(preview.zone, texts.language);
  const ticks = listTicks(from, to, 24, clock).filter((_, index) => index % daysBetweenTicks === 0);
  const least = (to - from) * leastShare;
  const drawn = (values: readonly (number | null)[]) =>
    line.at.map((at, index) => [at, values[index] ?? null]);
  const hasValues = line.at.length > 0;
  const limits = [
    ...(limit === null ? [] : [{ value: limit, isMain: true }]),
    ...(endLimit === null ? [] : [{ value: endLimit, isMain: false }]),
  ];
  const stroke = { width: 1.2 * look.scale };
  const base = {
    type: 'line' as const,
    color: texts.colour,
    symbol: 'none',
    connectNulls: false,
    silent: true,
  };
  return {
    // Without numbers, as for silence, only the periods matter.
    ...frameTimeChart({ ...texts, from, to, ticks, writeTick: clock.day, range, hasValues }, look),
    tooltip: {
      ...tipLook(look),
      formatter: (shown) => {
        const index = Number([shown].flat()[0]?.dataIndex ?? -1);
        return drawStep(preview, index, texts, clock);
      },
    },
    series: [
      {
        ...base,
        data: drawn(line.high),
        lineStyle: stroke,
        markArea: {
          silent: true,
          itemStyle: { color: look.isDark ? alarmFill.dark : alarmFill.light },
          data: episodes.map((one) => [
            { xAxis: one.from },
            { xAxis: Math.min(Math.max(one.to ?? to, one.from + least), to) },
          ]),
        },
        markLine: drawLimits(limits, texts.format, look),
      },
      { ...base, data: drawn(line.low), lineStyle: { ...stroke, opacity: 0.5 } },
    ],
  };
}

function drawStep(
  { line, episodes, to }: RulePreview,
  index: number,
  texts: PreviewTexts,
  clock: ReturnType<typeof makeZoneClock>,
): HTMLElement {
  const at = line.at[index];
  if (at === undefined) return drawTip('', []);
  const [low, high] = [line.low[index] ?? null, line.high[index] ?? null];
  const next = line.at[index + 1] ?? to;
  const isAlarm = episodes.some((one) => one.from < next && (one.to ?? to) > at);
  const text =
    low === null || high === null
      ? '—'
      : low === high
        ? texts.formatWithUnit(high)
        : `${texts.format(low)} – ${texts.formatWithUnit(high)}`;
  return drawTip(
    `${clock.day(at)} ${clock.time(at)}`,
    [{ name: texts.range, colour: texts.colour, text }],
    isAlarm ? [texts.alarm] : [],
  );
}
