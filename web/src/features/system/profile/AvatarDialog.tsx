import { InboxOutlined, PictureOutlined } from '@ant-design/icons';
import { filePurposes } from '@limpid/contract/files';
import { changeAvatar } from '@limpid/contract/system/profile';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import styles from './avatar-dialog.module.css';
import { CropStage } from './CropStage.tsx';
import { type Crop, uncropped } from './crop.ts';
import { avatarLimits, cutPicture, loadPicture } from './pictures.ts';
import profileStyles from './profile.module.css';

interface Props {
  open: boolean;
  onClose(): void;
  onSaved(avatar: string): void;
}

const accept = filePurposes.avatar.extensions.map((extension) => `.${extension}`).join(',');

/** Lets the user choose and crop a picture, and uploads it. Mount a new dialog for every opening. */
export function AvatarDialog({ open, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const { picture, problem, take } = usePicture();
  const [crop, setCrop] = useState<Crop>(uncropped);
  const saving = useMutation({
    mutationFn: async (chosen: ImageBitmap) => call(changeAvatar, { file: await cutPicture(chosen, crop) }),
    onSuccess: ({ imgUrl }) => onSaved(imgUrl),
  });
  const upload = {
    accept,
    showUploadList: false,
    beforeUpload: (file: File) => {
      void take(file).then((isPicture) => isPicture && setCrop(uncropped));
      // The upload starts when the user saves.
      return false;
    },
  };

  return (
    <Dialog
      open={open}
      title={t('system.profile.avatar.change')}
      width={toRem(420)}
      okText={t('system.profile.avatar.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !picture, loading: saving.isPending && { delay: 200 } }}
      onOk={() => picture && !saving.isPending && saving.mutate(picture)}
      onCancel={() => !saving.isPending && onClose()}
    >
      {problem && (
        <Alert
          type="error"
          showIcon
          title={problem}
          description={t('system.profile.avatar.kept')}
          className={styles.problem}
        />
      )}
      {picture ? (
        <>
          <CropStage picture={picture} crop={crop} onChange={setCrop} />
          <Upload {...upload}>
            <Button icon={<PictureOutlined aria-hidden />}>{t('system.profile.avatar.another')}</Button>
          </Upload>
        </>
      ) : (
        <PictureDrop upload={upload} />
      )}
    </Dialog>
  );
}

function PictureDrop({ upload }: { upload: object }) {
  const { t } = useTranslation();
  const size = formatBytes(avatarLimits.bytes, useLanguage());
  return (
    <Upload.Dragger {...upload}>
      <InboxOutlined aria-hidden className={styles.dropIcon} />
      <p>{t('system.profile.avatar.choose')}</p>
      <p className={profileStyles.hint}>{t('system.profile.avatar.types', { size })}</p>
    </Upload.Dragger>
  );
}

/** The chosen picture; an invalid file keeps the previous one. */
function usePicture() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  async function take(file: File): Promise<boolean> {
    const { name } = file;
    const size = formatBytes(avatarLimits.bytes, language);
    const texts = {
      broken: () => t('system.profile.avatar.broken', { name }),
      tooLarge: () => t('system.profile.avatar.tooLarge', { name, size }),
      tooManyPixels: () =>
        t('system.profile.avatar.tooManyPixels', { name, megapixels: avatarLimits.megapixels }),
    };
    const loaded = await loadPicture(file);
    const isRefused = typeof loaded === 'string';
    setProblem(isRefused ? texts[loaded]() : undefined);
    if (!isRefused) setPicture(loaded);
    return !isRefused;
  }
  return { picture, problem, take };
}
