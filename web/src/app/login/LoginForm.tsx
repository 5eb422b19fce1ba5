import { Alert, Button, Checkbox, Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from './AccountFields.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import { readUserName } from './remembered-name.ts';
import { useCaptcha } from './use-captcha.ts';
import { type LoginValues, useLogin } from './use-login.ts';

export function LoginForm() {
  const { t } = useTranslation();
  const [form] = Form.useForm<LoginValues>();
  const { captcha, reload } = useCaptcha();
  const { isBusy, problem, submit } = useLogin(form, { captcha, reload });
  const [remembered] = useState(readUserName);

  useEffect(() => form.focusField(remembered ? 'password' : 'username'), [form, remembered]);

  return (
    <Form<LoginValues>
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
