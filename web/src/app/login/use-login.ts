import { login } from '@limpid/contract/system/session';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { safePath } from '../../lib/safe-path.ts';
import { writeToken } from '../../lib/token.ts';
import { forgetSession } from '../session/session-loader.ts';
import { rememberUserName } from './remembered-name.ts';
import type { useCaptcha } from './use-captcha.ts';

export interface LoginValues {
  username: string;
  password: string;
  code?: string;
  remember: boolean;
}

const fieldNames = ['username', 'password', 'code'] as const;

/** Logging in with the values of the form; what is refused is said beside its field, or above them all. */
export function useLogin(
  form: FormInstance<LoginValues>,
  { captcha, reload }: ReturnType<typeof useCaptcha>,
) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  function showFailure(error: CallError): void {
    // A picture is good for one try.
    form.setFieldValue('code', '');
    reload();
    const field = fieldNames.find((name) => name === error.field);
    if (field) form.setFields([{ name: field, errors: [error.message] }]);
    else setProblem(error.message);
    form.focusField(field ?? 'password');
  }

  async function submit({ username, password, code, remember }: LoginValues): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const proof = captcha.state === 'shown' ? { uuid: captcha.uuid, code: code ?? '' } : {};
      const { token } = await call(login, { body: { username, password, ...proof }, quiet: true });
      rememberUserName(remember ? username.trim() : '');
      writeToken(token);
      forgetSession();
      await navigate(safePath(search.get('redirect')) ?? '/', { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, problem, submit };
}
