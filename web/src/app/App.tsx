import { App as AntdApp, ConfigProvider, type ConfigProviderProps } from 'antd';
import { useLayoutEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { NotifierBridge } from './NotifierBridge.tsx';
import { Pages } from './Pages.tsx';
import { usePreferences } from './preferences.ts';
import { buildTheme } from './theme.ts';
import { darkQuery, stillQuery, useMedia } from './use-media.ts';

export function App({ locale }: Required<Pick<ConfigProviderProps, 'locale'>>) {
  const dark = useMedia(darkQuery);
  const still = useMedia(stillQuery);
  const size = usePreferences((preferences) => preferences.size);
  const theme = useMemo(() => buildTheme(dark, size, still), [dark, size, still]);
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }, [dark]);
  return (
    <ConfigProvider theme={theme} locale={locale} button={{ autoInsertSpace: false }}>
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
