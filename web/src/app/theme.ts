import { type ThemeConfig, theme } from 'antd';
import { type ControlSize, type ThemeColor, themeColors } from './settings/appearance.ts';
import { deriveShades, type Shades } from './settings/colors.ts';

const controls: Record<ControlSize, { controlHeight: number; fontSize: number }> = {
  default: { controlHeight: 40, fontSize: 14 },
  medium: { controlHeight: 36, fontSize: 14 },
  small: { controlHeight: 32, fontSize: 13 },
  mini: { controlHeight: 28, fontSize: 12 },
};
const fingerHeight = 44;

/** Dark enough for a contrast of at least 4.5:1 with white. */
const lightTokens: ThemeConfig['token'] = {
  colorInfo: '#1668dc',
  colorError: '#cf1322',
  colorWarning: '#ad5700',
  colorSuccess: '#237804',
  // From these dark colours antd would derive muddy grounds.
  colorWarningBg: '#fff7e6',
  colorWarningBorder: '#f2d09b',
  colorSuccessBg: '#f0f9eb',
  colorSuccessBorder: '#b9dfa8',
  colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
  colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
  colorBgLayout: '#f4f6f9',
  colorBorderSecondary: '#e4e8ee',
};

const darkTokens: ThemeConfig['token'] = {
  colorInfo: '#5aa2ff',
  colorError: '#ff8082',
  colorTextSecondary: 'rgba(255, 255, 255, 0.68)',
  colorTextTertiary: 'rgba(255, 255, 255, 0.62)',
  colorTextPlaceholder: 'rgba(255, 255, 255, 0.56)',
  colorBgBase: '#0e141b',
  colorBgLayout: '#0e141b',
  colorBgContainer: '#151d27',
  colorBgElevated: '#1b2531',
  colorBorder: '#36455a',
  colorBorderSecondary: '#263240',
  colorBorderDisabled: '#2b3848',
};

/** The menu is dark in both themes, darker in the dark one. */
function menuTokens(dark: boolean, scale: number, active: string) {
  const deep = dark ? '#111923' : '#1f2d3d';
  return {
    darkItemBg: dark ? '#1a2532' : '#304156',
    darkItemColor: '#bfcbd9',
    darkItemHoverColor: '#ffffff',
    darkItemHoverBg: deep,
    darkItemSelectedBg: deep,
    darkItemSelectedColor: active,
    darkSubMenuItemBg: deep,
    darkPopupBg: deep,
    itemMarginInline: 0,
    itemMarginBlock: 0,
    itemBorderRadius: 0,
    subMenuItemBorderRadius: 0,
    itemHeight: 44 * scale,
    activeBarBorderWidth: 0,
    collapsedWidth: 64 * scale,
    collapsedIconSize: 18 * scale,
  };
}

type Algorithm = Extract<ThemeConfig['algorithm'], (...parts: never[]) => unknown>;

/** Sets the shades of the chosen colour; antd would derive others from a seed. */
function colorWith(shades: Shades, base: Algorithm): Algorithm {
  return (seed, map) => ({
    ...base(seed, map),
    colorPrimary: shades.fill,
    colorPrimaryHover: shades.fillHover,
    colorPrimaryActive: shades.fillHover,
    colorPrimaryBg: shades.soft,
    colorPrimaryBgHover: shades.softHover,
    colorPrimaryBorder: shades.fill,
    colorPrimaryText: shades.text,
    colorPrimaryTextHover: shades.textHover,
    colorPrimaryTextActive: shades.textHover,
    colorLink: shades.text,
    colorLinkHover: shades.textHover,
    colorLinkActive: shades.textHover,
  });
}

/** The lengths from which antd derives all others. */
function lengthTokens(size: ControlSize, touch: boolean, scale: number): ThemeConfig['token'] {
  const { controlHeight, fontSize } = controls[size];
  const height = touch ? Math.max(controlHeight, fingerHeight) : controlHeight;
  return {
    controlHeight: Math.round(height * scale),
    ...(touch && { controlHeightSM: Math.round(height * scale) }),
    fontSize: Math.round(fontSize * scale),
    sizeUnit: 4 * scale,
    sizePopupArrow: 16 * scale,
    borderRadius: Math.round(6 * scale),
    borderRadiusLG: Math.round(8 * scale),
  };
}

export interface ThemeFacts {
  dark: boolean;
  color: ThemeColor;
  size: ControlSize;
  /** No motion. */
  still: boolean;
  /** Fingers instead of a mouse. */
  touch: boolean;
  scale: number;
}

export function getThemeShades(color: ThemeColor, dark: boolean): Shades {
  const { base, swatch } = themeColors[color];
  return deriveShades(base, swatch, dark);
}

export function buildTheme({ dark, color, size, still, touch, scale }: ThemeFacts): ThemeConfig {
  const shades = getThemeShades(color, dark);
  return {
    // The class of the body, so that other elements can use antd's variables too.
    cssVar: { key: 'limpid' },
    // The styles are a static sheet; the theme only sets its variables.
    zeroRuntime: true,
    hashed: false,
    algorithm: colorWith(shades, dark ? theme.darkAlgorithm : theme.defaultAlgorithm),
    token: {
      ...(dark ? darkTokens : lightTokens),
      ...lengthTokens(size, touch, scale),
      colorPrimary: shades.fill,
      fontFamily: 'inherit',
      // base.css stops animations; components must not wait for their end.
      motion: !still,
    },
    components: {
      Menu: menuTokens(dark, scale, shades.side),
      Button: {
        defaultHoverColor: shades.text,
        defaultHoverBorderColor: shades.text,
        // Keeps the text of a filled button legible on hover.
        ...(dark && { dangerColor: '#180708' }),
      },
      Pagination: { itemActiveColor: shades.text, itemActiveColorHover: shades.textHover },
      Table: { rowSelectedBg: shades.soft, rowSelectedHoverBg: shades.softHover },
      // The shade for text; by default these components use the shade for fills.
      Dropdown: { colorPrimary: shades.text, ...(touch && { paddingBlock: Math.round(11 * scale) }) },
      Radio: { dotSize: Math.round(6 * scale) },
      Tabs: { itemSelectedColor: shades.text, itemHoverColor: shades.textHover, inkBarColor: shades.text },
      ...(touch && {
        DatePicker: { cellWidth: 44 * scale, cellHeight: 32 * scale },
      }),
    },
  };
}
