import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { getNotifier } from '../../api/notifier.ts';
import { fullPath } from '../../lib/full-path.ts';
import { readStoredToken } from '../../lib/token.ts';
import { fetchOnDemand } from '../fetch-on-demand.tsx';
import { LoadingPage } from '../LoadingPage.tsx';
import { prefetchMapCode } from '../prefetch-map.ts';
import { forgetSession, type LoadedSession, loadSession } from './session-loader.ts';

const PasswordChangePage = fetchOnDemand(
  async () => (await import('./PasswordChangePage.tsx')).PasswordChangePage,
);

function FailedSession({ reason }: { reason: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    getNotifier().error(reason);
    forgetSession();
    void navigate('/', { replace: true });
  }, [reason, navigate]);
  return <LoadingPage />;
}

function Loaded({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<LoadedSession>();
  useEffect(() => {
    void loadSession().then((loaded) => {
      if (loaded.state === 'ready') prefetchMapCode();
      setSession(loaded);
    });
  }, []);
  if (!session) return <LoadingPage />;
  if (session.state === 'failed') return <FailedSession reason={session.reason} />;
  if (session.state === 'password') return <PasswordChangePage />;
  return children;
}

/** Renders its children for logged-in users; others go to the login page, which returns them here. */
export function SessionGate({ children }: { children: ReactNode }) {
  const location = useLocation();
  if (!readStoredToken()) {
    return <Navigate to={`/login?redirect=${encodeURIComponent(fullPath(location))}`} replace />;
  }
  return <Loaded>{children}</Loaded>;
}
