import { theme } from 'antd';

/** The theme that surrounds the component, read from its nearest provider. */
export function useSurroundingTheme(): 'dark' | 'light' {
  return theme.useToken().token.colorTextBase.startsWith('#f') ? 'dark' : 'light';
}
