import { type ThemeConfig, theme } from 'antd';
import type { Size } from './preferences.ts';

const controls: Record<Size, { controlHeight: number; fontSize: number }> = {
  default: { controlHeight: 40, fontSize: 14 },
  medium: { controlHeight: 36, fontSize: 14 },
  small: { controlHeight: 32, fontSize: 13 },
  mini: { controlHeight: 28, fontSize: 12 },
};

/** Seeds dark enough that white text on them, and they on white, stay readable (4.5:1 and more). */
const lightTokens: ThemeConfig['token'] = {
  colorPrimary: '#1668dc',
  colorPrimaryHover: '#0f57bd',
  colorLink: '#1668dc',
  colorLinkHover: '#0f57bd',
  colorInfo: '#1668dc',
  colorError: '#cf1322',
  colorWarning: '#ad5700',
  colorSuccess: '#237804',
  colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
  colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
  colorBgLayout: '#f4f6f9',
  colorBorderSecondary: '#e4e8ee',
};

const darkTokens: ThemeConfig['token'] = {
  colorPrimary: '#1677ff',
  colorLink: '#69a9ff',
  colorInfo: '#1677ff',
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
};

/** The menu keeps its colours in both themes; the dark one deepens them. */
function menuTokens(dark: boolean) {
  const deep = dark ? '#111923' : '#1f2d3d';
  return {
    darkItemBg: dark ? '#1a2532' : '#304156',
    darkItemColor: '#bfcbd9',
    darkItemHoverColor: '#ffffff',
    darkItemHoverBg: deep,
    darkItemSelectedBg: deep,
    darkItemSelectedColor: '#409EFF',
    darkSubMenuItemBg: deep,
    darkPopupBg: deep,
    itemMarginInline: 0,
    itemMarginBlock: 0,
    itemBorderRadius: 0,
    subMenuItemBorderRadius: 0,
    itemHeight: 44,
    activeBarBorderWidth: 0,
    collapsedWidth: 64,
    collapsedIconSize: 18,
  };
}

export function buildTheme(dark: boolean, size: Size, still: boolean): ThemeConfig {
  return {
    // The class of the body, so that plain elements can use antd's variables too.
    cssVar: { key: 'limpid' },
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...(dark ? darkTokens : lightTokens),
      ...controls[size],
      fontFamily: 'inherit',
      // The style sheet stops what moves; the components must not wait for it to end.
      motion: !still,
      borderRadius: 6,
      borderRadiusLG: 8,
    },
    components: {
      Menu: menuTokens(dark),
      ...(dark && {
        // Words on a filled button stay readable under the mouse too.
        Button: { colorPrimaryHover: '#1d61c4', defaultHoverColor: '#9cc6ff', dangerColor: '#180708' },
        Pagination: { itemActiveColor: '#69a9ff', itemActiveColorHover: '#9cc6ff' },
      }),
      // And links in a ticked row.
      Table: dark
        ? { rowSelectedBg: '#16263a', rowSelectedHoverBg: '#1a2d45' }
        : { rowSelectedHoverBg: '#e6f1fd' },
    },
  };
}
