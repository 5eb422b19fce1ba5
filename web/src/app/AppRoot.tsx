import { App as AntdApp, ConfigProvider, type ConfigProviderProps } from 'antd';
import { useLayoutEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import { useScale } from '../ui/scale.ts';
import { stillQuery, touchQuery, useMedia } from '../ui/use-media.ts';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { NotifierBridge } from './NotifierBridge.tsx';
import { Pages } from './Pages.tsx';
import { usePreferences } from './preferences.ts';
import { buildTheme, getThemeShades } from './theme.ts';
import { usePrefersDark } from './use-prefers-dark.ts';

function useTheme() {
  const dark = usePrefersDark();
  const still = useMedia(stillQuery);
  const touch = useMedia(touchQuery);
  const scale = useScale();
  const color = usePreferences((preferences) => preferences.color);
  const size = usePreferences((preferences) => preferences.size);
  useLayoutEffect(() => {
    const root = document.documentElement;
    const { text, soft, side } = getThemeShades(color, dark);
    root.dataset['theme'] = dark ? 'dark' : 'light';
    root.style.setProperty('--accent', text);
    root.style.setProperty('--accent-soft', soft);
    root.style.setProperty('--side-active', side);
  }, [color, dark]);
  return useMemo(
    () => buildTheme({ dark, color, size, still, touch, scale }),
    [dark, color, size, still, touch, scale],
  );
}

export function AppRoot({ locale }: Required<Pick<ConfigProviderProps, 'locale'>>) {
  return (
    <ConfigProvider theme={useTheme()} locale={locale} button={{ autoInsertSpace: false }}>
      <AntdApp component={false}>
        <NotifierBridge />
        <ErrorBoundary>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </ErrorBoundary>
      </AntdApp>
    </ConfigProvider>
  );
}
