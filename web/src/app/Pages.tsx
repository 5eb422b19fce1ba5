import { languages } from '@limpid/contract/language';
import { useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { readStoredToken } from '../lib/token.ts';
import { ForbiddenPage } from './errors/ForbiddenPage.tsx';
import { NotFoundPage } from './errors/NotFoundPage.tsx';
import { fetchOnDemand } from './fetch-on-demand.tsx';
import { changeLanguage, currentLanguage } from './i18n.ts';
import { LazyShell } from './lazy-shell.ts';
import { SessionGate } from './session/SessionGate.tsx';

const LoginPage = fetchOnDemand(async () => (await import('./login/LoginPage.tsx')).LoginPage);
const RegisterPage = fetchOnDemand(async () => (await import('./login/RegisterPage.tsx')).RegisterPage);
const BindPage = fetchOnDemand(async () => (await import('./login/BindPage.tsx')).BindPage);
const AuthRedirectPage = fetchOnDemand(
  async () => (await import('./login/AuthRedirectPage.tsx')).AuthRedirectPage,
);

// With texts of the screens, which the pages before the login do not have.
const ReportCheckRoute = fetchOnDemand(async () => (await import('./screens.ts')).loadReportCheck());

function LoginRoute() {
  // Evaluated once: logging in on this page must not count.
  const [wasLoggedIn] = useState(() => readStoredToken() !== undefined);
  const { search } = useLocation();
  if (!wasLoggedIn) return <LoginPage />;
  const language = currentLanguage();
  const map = language === 'zh' ? '/gaode?lan=zh' : `/home?lan=${language}`;
  return <Navigate to={new URLSearchParams(search).has('name') ? map : '/'} replace />;
}

function OtherRoute() {
  const { pathname } = useLocation();
  const isLoggedIn = readStoredToken() !== undefined;
  // Logged-in users see these two pages inside the shell.
  if (!isLoggedIn && pathname === '/404') return <NotFoundPage />;
  if (!isLoggedIn && pathname === '/401') return <ForbiddenPage />;
  if (isLoggedIn) LazyShell.prefetch();
  return (
    <SessionGate>
      <LazyShell />
    </SessionGate>
  );
}

function useAddressRules(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    const requested = new URLSearchParams(search).get('lan');
    const supported = languages.find((language) => language === requested);
    if (supported && supported !== currentLanguage()) changeLanguage(supported);
  }, [search]);
}

export function Pages() {
  useAddressRules();
  return (
    <Routes>
      <Route path="/login" element={<LoginRoute />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/bind" element={<BindPage />} />
      <Route path="/auth-redirect" element={<AuthRedirectPage />} />
      <Route path="/report/check" element={<ReportCheckRoute />} />
      <Route path="/report/check/:code" element={<ReportCheckRoute />} />
      <Route path="*" element={<OtherRoute />} />
    </Routes>
  );
}
