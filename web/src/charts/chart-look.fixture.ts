import type { ChartLook } from './use-chart-look.ts';

/** The look of charts in tests. */
export const plainLook: ChartLook = {
  isDark: false,
  ink: '#000',
  inkSoft: '#666',
  line: '#ddd',
  surface: '#fff',
  font: '',
  scale: 1,
};
