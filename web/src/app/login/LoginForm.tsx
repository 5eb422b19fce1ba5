import { login } from '@limpid/contract/system/session';
import { Checkbox, Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { safePath } from '../../lib/safe-path.ts';
import { writeToken } from '../../lib/token.ts';
import { forgetSession } from '../session/session-loader.ts';
import { useBranding } from '../use-branding.ts';
import { AccountFields } from './AccountFields.tsx';
import { EntryForm } from './EntryForm.tsx';
import formStyles from './entry-form.module.css';
import styles from './login.module.css';
import { readUserName, rememberUserName } from './remembered-name.ts';
import { useCaptcha } from './use-captcha.ts';
import { type EntryValues, useEntryForm } from './use-entry-form.ts';

export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { canRegister } = useBranding().info;
  const [form] = Form.useForm<EntryValues>();
  const captcha = useCaptcha();
  const [remembered] = useState(readUserName);
  const entry = useEntryForm(form, captcha, async ({ username, password, remember }, proof) => {
    const { token } = await call(login, { body: { username, password, ...proof }, quiet: true });
    rememberUserName(remember ? username.trim() : '');
    writeToken(token);
    forgetSession();
    await navigate(safePath(search.get('redirect')) ?? '/', { replace: true });
  });

  useEffect(() => form.focusField(remembered ? 'password' : 'username'), [form, remembered]);

  return (
    <>
      <EntryForm
        form={form}
        entry={entry}
        captcha={captcha}
        initialValues={{ username: remembered, remember: remembered !== '' }}
        submit={t('shell.login.submit')}
        beforeSubmit={
          <Form.Item name="remember" valuePropName="checked" className={formStyles.remember}>
            <Checkbox>{t('shell.login.remember')}</Checkbox>
          </Form.Item>
        }
      >
        <AccountFields />
      </EntryForm>
      {canRegister && (
        <p className={styles.aside}>
          <Link to="/register">{t('shell.login.register')}</Link>
        </p>
      )}
    </>
  );
}
