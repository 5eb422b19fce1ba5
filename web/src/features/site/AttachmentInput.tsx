import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { filePurposes, readFile, uploadFile } from '@limpid/contract/files';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, download } from '../../api/call.ts';
import type { FormControl } from '../../resource/form/form-control.ts';
import { toText } from '../../resource/row/row.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './site.module.css';

const { extensions, maxBytes } = filePurposes.attachment;
const accept = extensions.map((one) => `.${one}`).join(',');

/** One file, uploaded when chosen and stored when the form is saved. */
export function AttachmentInput({ id, value, onChange }: FormControl<string | null | undefined>) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const [name, setName] = useState<string>(toText(form.getFieldValue('fileName')));
  const [stored] = useState(value);
  const sending = useMutation({
    mutationFn: (file: File) => call(uploadFile, { query: { purpose: 'attachment' }, file }),
    onSuccess(kept, file) {
      setName(file.name);
      onChange?.(kept.id);
    },
  });

  function take(file: File): void {
    const isTooLarge = file.size > maxBytes;
    const limit = { name: file.name, megabytes: maxBytes / 1024 / 1024 };
    form.setFields([{ name: 'file', errors: isTooLarge ? [t('errors.file.too_large', limit)] : [] }]);
    if (!isTooLarge) sending.mutate(file);
  }

  return (
    <div className={styles.attachment}>
      <Upload
        accept={accept}
        showUploadList={false}
        beforeUpload={(file) => {
          take(file);
          return false;
        }}
      >
        <Button id={id} icon={<UploadOutlined aria-hidden />} loading={sending.isPending}>
          {t('site.entity.attachment.choose')}
        </Button>
      </Upload>
      {value && (
        <>
          <EllipsisText text={name} />
          {value === stored && (
            <IconButton
              name={t('site.entity.attachment.download', { name })}
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void download(readFile, { params: { id: value } })}
            />
          )}
          <IconButton
            name={t('site.entity.attachment.remove', { name })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange?.(null)}
          />
        </>
      )}
    </div>
  );
}
