import { theme } from 'antd';
import { useMemo } from 'react';
import { useScale } from '../ui/scale.ts';
import { useSurroundingTheme } from '../ui/use-surrounding-theme.ts';

/** The colours, font and scale of charts in the current theme. */
export interface ChartLook {
  isDark: boolean;
  ink: string;
  inkSoft: string;
  line: string;
  surface: string;
  font: string;
  /** The scale of the screen relative to a desktop. */
  scale: number;
}

export function useChartLook(): ChartLook {
  const { token } = theme.useToken();
  const scale = useScale();
  const isDark = useSurroundingTheme() === 'dark';
  return useMemo(
    () => ({
      isDark,
      ink: token.colorText,
      inkSoft: token.colorTextSecondary,
      line: token.colorBorderSecondary,
      surface: token.colorBgElevated,
      // A canvas does not inherit fonts.
      font: getComputedStyle(document.body).fontFamily,
      scale,
    }),
    [token, scale, isDark],
  );
}
