import type { TrendMarker, TrendSiteLine } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import { formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { findBand, type LevelStep } from '../../../air/level.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import type { ChartPanel, PanelLine, StripCell } from '../../../charts/panels/panels-option.ts';

const compass = { min: 0, max: 360, step: 90 };
const noLine = { ts: [], values: [] };

export function labelChannel({ code, name }: Channel, language: Language): string {
  return pollutantSign(code, language) ?? name;
}

/**
 * One panel for each unit, in the order of the channels; a direction has a panel of its own. A limit is drawn beside a single
 * line only: beside several, a dashed line does not tell whose limit it is.
 */
export function makeSitePanels(
  channels: readonly Channel[],
  lines: ReadonlyMap<string, TrendSiteLine>,
  { flags = [], language, isDark }: { flags?: readonly TrendMarker[]; language: Language; isDark: boolean },
): ChartPanel[] {
  const byUnit = Map.groupBy(channels, ({ unit, dataType, code }) =>
    dataType === 'direction' ? code : unit,
  );
  return [...byUnit.values()].flatMap((members): ChartPanel[] => {
    const [first] = members;
    if (!first) return [];
    const isDirection = first.dataType === 'direction';
    return [
      {
        unit: isDirection ? '' : first.unit,
        decimals: Math.max(...members.map(({ decimals }) => decimals)),
        lines: members.map((channel): PanelLine => {
          const { ts, values } = lines.get(channel.code) ?? noLine;
          return {
            name: labelChannel(channel, language),
            colour: channelColour(channel.code, isDark),
            ts,
            values,
            format: (value) => formatWithUnit(value, channel, language),
            flags: flags
              .filter((flag) => flag.channel === channel.code)
              .map(({ from, to, text }) => ({ from, to: to + HOUR_MS, text })),
          };
        }),
        bands: first.steps,
        limit: members.length === 1 ? (lines.get(first.code)?.limit?.value ?? null) : null,
        circle: isDirection ? compass : undefined,
        format: (value) => formatValue(value, first, language),
      },
    ];
  });
}

/** The hours of an index in the colours of their levels; hours without an index are left out. */
export function makeStrip(line: TrendSiteLine | undefined, steps: readonly LevelStep[]): StripCell[] {
  const { ts, values, step } = line ?? { ...noLine, step: 0 };
  return ts.flatMap((from, at): StripCell[] => {
    const value = values[at] ?? null;
    if (value === null) return [];
    const level = findBand(steps, value);
    return [
      {
        from,
        to: from + step,
        fill: level?.fill ?? '#888888',
        text: [value, level?.name].filter(Boolean).join(' · '),
      },
    ];
  });
}
