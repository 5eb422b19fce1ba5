import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../resource.module.css';
import type { FormControl } from './form-control.ts';

/** True if set, false if not set or to be removed, a text for a new one. */
type Secret = string | boolean | null | undefined;

interface SecretInputProps extends FormControl<Secret> {
  disabled?: boolean;
  /** A secret that can be replaced, not removed. */
  isRequired?: boolean;
}

/** Sets or removes a secret that cannot be read; left empty, it stays as it is. */
export function SecretInput({ value, onChange, disabled, isRequired, ...control }: SecretInputProps) {
  const { t } = useTranslation();
  const [wasSet] = useState(value === true);
  const isGoing = wasSet && value === false;
  const { status } = Form.Item.useStatus();
  return (
    <div className={styles.secret}>
      <Input.Password
        {...control}
        status={status === 'error' ? 'error' : undefined}
        autoComplete="new-password"
        disabled={disabled || isGoing}
        value={typeof value === 'string' ? value : ''}
        placeholder={
          isGoing ? t('kit.secret.cleared') : wasSet ? t('kit.secret.isSet') : t('kit.secret.notSet')
        }
        onChange={(event) => onChange?.(event.target.value || wasSet)}
      />
      {wasSet && !isRequired && (
        <Button onClick={() => onChange?.(isGoing)}>
          {isGoing ? t('kit.secret.keep') : t('kit.secret.clear')}
        </Button>
      )}
    </div>
  );
}
