import type { ChartLook } from './use-chart-look.ts';

/** The box of a tooltip in the colours of the theme. */
export function tooltipLook(look: ChartLook) {
  return {
    // The surrounding panel clips its content.
    confine: true,
    transitionDuration: 0,
    padding: [6 * look.scale, 10 * look.scale],
    backgroundColor: look.surface,
    borderColor: look.line,
    textStyle: { color: look.ink, fontSize: 12 * look.scale, fontFamily: look.font },
  };
}

/** A tooltip for everything at one position of the axis, which a line marks. */
export function tipLook(look: ChartLook) {
  return {
    ...tooltipLook(look),
    trigger: 'axis' as const,
    axisPointer: {
      type: 'line' as const,
      lineStyle: { color: look.inkSoft, width: 1, type: 'solid' as const },
    },
  };
}
