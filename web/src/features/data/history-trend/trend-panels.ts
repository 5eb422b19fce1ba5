import { roundRange, type ValueRange } from '../../../charts/value-range.ts';
import type { TrendLine } from './trend-line.ts';
import type { TrendLayout } from './trend-view.ts';

const compass: ValueRange = { min: 0, max: 360, step: 90 };

/** A vertical axis with its lines. */
export interface TrendAxis {
  unit: string;
  range: ValueRange;
  lines: TrendLine[];
}

/** A plot with at most two vertical axes. */
export interface TrendPanel {
  title: string;
  axes: TrendAxis[];
}

/** The units of the lines of channels, in their order. */
export function listUnits(lines: readonly TrendLine[]): string[] {
  return [...new Set(lines.filter(({ channel }) => !channel.index).map(unitOf))];
}

function unitOf({ channel }: TrendLine): string {
  return channel.dataType === 'direction' ? '°' : channel.unit;
}

/**
 * One plot with an axis for each unit, or a plot for each channel; two axes hold two units. The index always has a plot of
 * its own, with its levels behind it.
 */
export function makePanels(lines: readonly TrendLine[], layout: TrendLayout): TrendPanel[] {
  const units = listUnits(lines);
  if (layout === 'single' && units.length > 0 && units.length <= 2) {
    const axes = units.map((unit) =>
      makeAxis(
        unit,
        lines.filter((line) => !line.channel.index && unitOf(line) === unit),
        units.length > 1,
      ),
    );
    return [{ title: '', axes }, ...makeOwnPanels(lines.filter(({ channel }) => channel.index))];
  }
  return makeOwnPanels(lines);
}

function makeOwnPanels(lines: readonly TrendLine[]): TrendPanel[] {
  const byChannel = Map.groupBy(lines, ({ channel }) => channel.code);
  return [...byChannel.values()].flatMap(([first, ...others]) =>
    first ? [{ title: first.channelName, axes: [makeAxis(unitOf(first), [first, ...others], false)] }] : [],
  );
}

function makeAxis(unit: string, lines: TrendLine[], isShared: boolean): TrendAxis {
  const [first] = lines;
  if (first?.channel.dataType === 'direction') return { unit, lines, range: compass };
  const values = lines.flatMap(({ data, summary }) => [
    ...(summary.extent ?? []),
    ...('limit' in data && data.limit && lines.length === 1 ? [data.limit.value] : []),
  ]);
  // Two axes in one plot begin with the same zero; levels begin with zero too.
  const isFromZero = isShared || lines.some(({ channel }) => channel.steps.length > 0);
  return { unit, lines, range: roundRange(values, first?.channel.decimals ?? 0, isFromZero) };
}
