import 'antd/dist/antd.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { loadBranding } from './api/branding.ts';
import { AppRoot } from './app/AppRoot.tsx';
import { loadAntdLocale } from './app/antd-locale.ts';
import { watchErrors } from './app/errors/report-error.ts';
import { chooseLanguage, startTexts } from './app/i18n.ts';
import { prefetchMap } from './app/prefetch-map.ts';

/** Stores parameters of the first address, which later pages read. */
function keepAddressId(): void {
  const id = new URLSearchParams(location.search).get('id');
  if (id) localStorage.setItem('urlId', id);
}

async function start(): Promise<void> {
  watchErrors();
  keepAddressId();
  const language = chooseLanguage();
  const [locale] = await Promise.all([loadAntdLocale(language), startTexts(language)]);
  prefetchMap();
  void loadBranding();
  createRoot(document.getElementById('root') ?? document.body).render(<AppRoot locale={locale} />);
}

start().catch(() => {
  document.getElementById('start-failed')?.removeAttribute('hidden');
});
