import type { ChartLook } from './use-chart-look.ts';

interface Edges {
  /** Room above and below the axes, in pixels of a desk screen. */
  top: number;
  bottom: number;
}

/** What charts in cards have in common: no animation, the font, and a grid that leaves room for its labels. */
export function frameChart(look: ChartLook, { top, bottom }: Edges) {
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    grid: {
      left: 0,
      right: 16 * look.scale,
      top: top * look.scale,
      bottom: bottom * look.scale,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
  };
}
