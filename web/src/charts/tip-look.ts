import type { ChartLook } from './use-chart-look.ts';

/** A tooltip for all lines at one moment, in the colours of the theme. */
export function tipLook(look: ChartLook) {
  return {
    trigger: 'axis' as const,
    // The surrounding panel clips its content.
    confine: true,
    transitionDuration: 0,
    padding: [6 * look.scale, 10 * look.scale],
    backgroundColor: look.surface,
    borderColor: look.line,
    textStyle: { color: look.ink, fontSize: 12 * look.scale, fontFamily: look.font },
    axisPointer: {
      type: 'line' as const,
      lineStyle: { color: look.inkSoft, width: 1, type: 'solid' as const },
    },
  };
}
