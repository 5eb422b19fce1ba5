import type { ChartOption } from '../chart-option.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { type CategoryFrame, frameCategories } from './category-frame.ts';

/** One part of each stacked bar. */
interface BarPart {
  name: string;
  colour: string;
  values: readonly number[];
  /** A colour for each value instead of one for all. */
  colours?: readonly string[] | undefined;
}

interface BarFacts extends CategoryFrame {
  parts: readonly BarPart[];
  /** The width of a bar relative to its category. */
  width: `${number}%`;
}

/** Stacked bars over categories. */
export function barOption({ parts, width, ...frame }: BarFacts, look: ChartLook): ChartOption {
  return {
    ...frameCategories(frame, look),
    series: parts.map(({ name, colour, colours, values }) => ({
      type: 'bar' as const,
      name,
      stack: 'all',
      data: values.map((value, at) =>
        colours?.[at] === undefined ? value : { value, itemStyle: { color: colours[at] } },
      ),
      barWidth: width,
      barMaxWidth: 40 * look.scale,
      itemStyle: { color: colour, borderColor: look.surface, borderWidth: 0.5 },
      silent: true,
    })),
  };
}
