import { login } from '@limpid/contract/system/session';
import { Alert, Button, Checkbox, Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { safePath } from '../../lib/safe-path.ts';
import { writeToken } from '../../lib/token.ts';
import { forgetSession } from '../session/session-loader.ts';
import { AccountFields } from './AccountFields.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import { readUserName, rememberUserName } from './remembered-name.ts';
import { useCaptcha } from './use-captcha.ts';

interface Values {
  username: string;
  password: string;
  code?: string;
  remember: boolean;
}

const fieldNames = ['username', 'password', 'code'] as const;

export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { captcha, reload } = useCaptcha();
  const [remembered] = useState(readUserName);

  useEffect(() => form.focusField(remembered ? 'password' : 'username'), [form, remembered]);

  function showFailure(error: CallError): void {
    // A picture is good for one try.
    form.setFieldValue('code', '');
    reload();
    const field = fieldNames.find((name) => name === error.field);
    if (field) form.setFields([{ name: field, errors: [error.message] }]);
    else setProblem(error.message);
    form.focusField(field ?? 'password');
  }

  async function submit({ username, password, code, remember }: Values): Promise<void> {
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

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ username: remembered, remember: remembered !== '' }}
      onFinish={(values) => void submit(values)}
    >
      <div aria-live="assertive">
        {problem && <Alert className="login-problem" type="error" showIcon title={problem} />}
      </div>
      <AccountFields />
      {captcha.state !== 'off' && <CaptchaField captcha={captcha} onReload={reload} />}
      <Form.Item name="remember" valuePropName="checked" className="login-remember">
        <Checkbox>{t('shell.login.remember')}</Checkbox>
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
        {t('shell.login.submit')}
      </Button>
    </Form>
  );
}
