export const controlSizes = ['default', 'medium', 'small', 'mini'] as const;
export type ControlSize = (typeof controlSizes)[number];

export const themeModes = ['system', 'light', 'dark'] as const;
export type ThemeMode = (typeof themeModes)[number];

/** The theme colours; shades are derived from `base`, because some swatches are too light for text. */
export const themeColors = {
  blue: { swatch: '#409eff', base: '#1668dc' },
  azure: { swatch: '#1890ff', base: '#1890ff' },
  slate: { swatch: '#304156', base: '#304156' },
  ink: { swatch: '#212121', base: '#212121' },
  green: { swatch: '#11a983', base: '#11a983' },
  cyan: { swatch: '#13c2c2', base: '#13c2c2' },
  violet: { swatch: '#6959cd', base: '#6959cd' },
  red: { swatch: '#f5222d', base: '#f5222d' },
};
export type ThemeColor = keyof typeof themeColors;

/** The appearance of the console for one user on this device. */
export interface Appearance {
  color: ThemeColor;
  mode: ThemeMode;
  size: ControlSize;
  tabs: boolean;
  fixedHeader: boolean;
  logo: boolean;
}

export const defaultAppearance: Appearance = {
  color: 'blue',
  mode: 'system',
  size: 'medium',
  tabs: true,
  fixedHeader: false,
  logo: true,
};

function isOneOf<T extends string>(options: readonly T[], value: unknown): value is T {
  return options.some((one) => one === value);
}

function isThemeColor(value: unknown): value is ThemeColor {
  return typeof value === 'string' && Object.hasOwn(themeColors, value);
}

/** Parses the stored appearance field by field; invalid fields are ignored. */
export function parseAppearance(kept: string | null): Partial<Appearance> {
  const found: unknown = parseJson(kept);
  if (typeof found !== 'object' || found === null) return {};
  const { color, mode, size, tabs, fixedHeader, logo }: Partial<Record<keyof Appearance, unknown>> = found;
  return {
    ...(isThemeColor(color) && { color }),
    ...(isOneOf(themeModes, mode) && { mode }),
    ...(isOneOf(controlSizes, size) && { size }),
    ...(typeof tabs === 'boolean' && { tabs }),
    ...(typeof fixedHeader === 'boolean' && { fixedHeader }),
    ...(typeof logo === 'boolean' && { logo }),
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

export function parseControlSize(value: unknown): ControlSize | undefined {
  return isOneOf(controlSizes, value) ? value : undefined;
}
