import { ReloadOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { generatePassword } from '../../../lib/generate-password.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './user.module.css';

interface PasswordInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A form control for another user's password; visible, because it has to be passed on. */
export function PasswordInput({ id, value = '', onChange, ...rest }: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.password}>
        <Input
          {...rest}
          id={id}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <IconButton
          name={t('system.user.password.generate')}
          icon={<ReloadOutlined aria-hidden />}
          onClick={() => onChange?.(generatePassword())}
        />
        <CopyButton text={value} />
      </div>
      <div className={styles.hint}>{t('system.user.password.hint')}</div>
    </>
  );
}
