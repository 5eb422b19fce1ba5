import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './personalization.module.css';

interface Props {
  label: string;
  accept: string;
  isBusy: boolean;
  onPick: (file: File | undefined) => void;
  /** Undefined for the default picture. */
  onUseDefault: (() => void) | undefined;
  id?: string;
  'aria-describedby'?: string;
}

export function PictureButtons({ label, accept, isBusy, onPick, onUseDefault, ...button }: Props) {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.buttons}>
      <input
        ref={file}
        type="file"
        style={{ display: 'none' }}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          onPick(target.files?.[0]);
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
      <Button {...button} icon={<UploadOutlined />} disabled={isBusy} onClick={() => file.current?.click()}>
        {t('system.personalization.choose')}
      </Button>
      {onUseDefault && (
        <Button type="text" disabled={isBusy} onClick={onUseDefault}>
          {t('system.personalization.standard')}
        </Button>
      )}
    </div>
  );
}
