import type { FilePurpose } from '@limpid/contract/files';
import { ConfigProvider, Progress } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureButtons } from './PictureButtons.tsx';
import styles from './personalization.module.css';
import { pictureUrl } from './picture-url.ts';
import { usePictureUpload } from './use-picture-upload.ts';

interface Props {
  purpose: FilePurpose;
  label: string;
  standard: ReactNode;
  onUploading: (isUploading: boolean) => void;
  onProblem: (problem: string | undefined) => void;
  /** Provided by the form item. */
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
  'aria-describedby'?: string;
}

/** A picture, dropped or chosen: uploaded at once, used when the form is saved. */
export function PictureInput({ purpose, label, standard, value, onChange, onProblem, ...rest }: Props) {
  const { t } = useTranslation();
  const { componentDisabled: isDisabled } = ConfigProvider.useConfig();
  const [isOver, setOver] = useState(false);
  const { onUploading, ...button } = rest;
  const { share, send, accept } = usePictureUpload(purpose, {
    onUploading,
    onProblem,
    onKept: (id) => onChange?.(id),
  });
  const take = (file: File | undefined) => {
    if (file && share === undefined && !isDisabled) void send(file);
  };
  const restoreDefault = () => {
    onProblem(undefined);
    onChange?.(null);
  };
  const follow = (over: boolean) => (event: DragEvent) => {
    // By default the browser would navigate to the dropped picture.
    event.preventDefault();
    setOver(over && !isDisabled);
    if (event.type === 'drop') take(event.dataTransfer.files[0]);
  };

  return (
    <div
      className={styles.picture}
      data-over={isOver}
      data-purpose={purpose}
      onDragOver={follow(true)}
      onDragLeave={follow(false)}
      onDrop={follow(false)}
    >
      <div className={styles.thumb}>{value ? <img src={pictureUrl(value)} alt="" /> : standard}</div>
      {!isDisabled && (
        <div className={styles.pictureActions}>
          <PictureButtons
            {...button}
            label={label}
            accept={accept}
            isBusy={share !== undefined}
            onPick={take}
            onUseDefault={value ? restoreDefault : undefined}
          />
          {share === undefined ? (
            <p className={styles.hint}>{t('system.personalization.drop')}</p>
          ) : (
            <Progress
              percent={Math.round(share * 100)}
              size="small"
              aria-label={t('system.personalization.uploading', { label })}
            />
          )}
        </div>
      )}
    </div>
  );
}
