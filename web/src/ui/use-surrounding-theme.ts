import { theme } from 'antd';

/** Whether the surrounding theme is dark. */
export function useDarkTheme(): boolean {
  return theme.useToken().token.colorTextBase.startsWith('#f');
}
