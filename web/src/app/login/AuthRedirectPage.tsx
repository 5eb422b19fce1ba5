import { redeemLogin } from '@limpid/contract/system/identity';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { safePath } from '../../lib/safe-path.ts';
import { readStoredToken, writeToken } from '../../lib/token.ts';
import { forgetSession } from '../session/session-loader.ts';
import { useBranding } from '../use-branding.ts';
import { EntryMessage } from './EntryMessage.tsx';
import { EntryWait } from './EntryWait.tsx';

/** Opened by an external login with a one-time code; an existing session is kept. */
export function AuthRedirectPage() {
  const [wasLoggedIn] = useState(() => readStoredToken() !== undefined);
  const [search] = useSearchParams();
  const target = safePath(search.get('redirect')) ?? '/';
  if (wasLoggedIn) return <Navigate to={target} replace />;
  return <Redeeming code={search.get('code')} target={target} />;
}

function Redeeming({ code, target }: { code: string | null; target: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state, canBind } = useBranding().info;
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    if (!code) return;
    call(redeemLogin, { body: { oneTimeCode: code }, quiet: true }).then(
      ({ token }) => {
        writeToken(token);
        forgetSession();
        void navigate(target, { replace: true });
      },
      (error: unknown) => setRefusal(error instanceof Error ? error.message : String(error)),
    );
  }, [code, target, navigate]);

  const title = t('shell.authRedirect.title');
  const noProvider = state === 'ready' && !canBind;
  const none = noProvider ? t('shell.authRedirect.noProvider') : t('shell.authRedirect.noCode');
  const obstacle = code ? refusal : state === 'loading' ? undefined : none;
  if (!obstacle) return <EntryWait title={title} text={t('shell.authRedirect.waiting')} />;
  return <EntryMessage title={title} heading={t('shell.authRedirect.failed')} text={obstacle} />;
}
