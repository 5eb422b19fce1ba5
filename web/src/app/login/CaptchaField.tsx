import { Form, Input, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './entry-form.module.css';
import type { Captcha } from './use-captcha.ts';

interface Props {
  captcha: Captcha;
  /** Added to the form after a refusal, so it takes the focus. */
  isNew: boolean;
  onReload(): void;
}

export function CaptchaField({ captcha, isNew, onReload }: Props) {
  const { t } = useTranslation();
  const label = t('shell.login.fields.code');
  const message = t('shell.validation.required', { label });
  const input = useRef<InputRef>(null);
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);
  const required = { required: true, whitespace: true, message };
  return (
    <div className={styles.captcha}>
      <Form.Item
        name="code"
        label={label}
        // Whether a captcha is required is unknown until the first response; the server checks it.
        rules={captcha.state === 'loading' ? [] : [required]}
      >
        <Input ref={input} size="large" autoComplete="off" inputMode="numeric" maxLength={10} />
      </Form.Item>
      <button
        type="button"
        className={styles.captchaPicture}
        title={t('shell.login.reloadCaptcha')}
        aria-busy={captcha.state === 'loading'}
        onClick={onReload}
      >
        {captcha.state === 'shown' && <img src={captcha.picture} alt={t('shell.login.captcha')} />}
        {captcha.state === 'failed' && t('shell.login.captchaFailed')}
      </button>
    </div>
  );
}
