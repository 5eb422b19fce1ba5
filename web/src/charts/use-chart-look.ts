import { theme } from 'antd';
import { useMemo } from 'react';
import { useScale } from '../ui/scale.ts';
import { useDarkTheme } from '../ui/use-dark-theme.ts';

/** How lines, words and grounds of a chart are drawn now. */
export interface ChartLook {
  isDark: boolean;
  ink: string;
  inkSoft: string;
  line: string;
  surface: string;
  font: string;
  /** Pixels of the screen for one of the design. */
  scale: number;
}

export function useChartLook(): ChartLook {
  const { token } = theme.useToken();
  const scale = useScale();
  const isDark = useDarkTheme();
  return useMemo(
    () => ({
      isDark,
      ink: token.colorText,
      inkSoft: token.colorTextSecondary,
      line: token.colorBorderSecondary,
      surface: token.colorBgElevated,
      // A canvas inherits nothing.
      font: getComputedStyle(document.body).fontFamily,
      scale,
    }),
    [token, scale, isDark],
  );
}
