import { theme } from 'antd';

/** Whether the theme around this place is the dark one. */
export function useDarkTheme(): boolean {
  return theme.useToken().token.colorTextBase.startsWith('#f');
}
