import { type FilePurpose, filePurposes, uploadFile } from '@limpid/contract/files';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';

const megabyte = 1024 * 1024;

interface Outcomes {
  onUploading: (isUploading: boolean) => void;
  onKept: (id: string) => void;
  /** Receives the error message; undefined when a new upload starts. */
  onProblem: (problem: string | undefined) => void;
}

/** Uploads a picture with progress; files of a wrong type or size are rejected before the upload. */
export function usePictureUpload(purpose: FilePurpose, { onUploading, onKept, onProblem }: Outcomes) {
  const { t } = useTranslation();
  const [share, setShare] = useState<number>();
  const { maxBytes, extensions } = filePurposes[purpose];

  function findProblem({ name, size }: File): string | undefined {
    const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    if (!extensions.some((one) => one === ending))
      return t('errors.file.refused', { name, extensions: extensions.join(', ') });
    if (size > maxBytes) return t('errors.file.too_large', { name, megabytes: maxBytes / megabyte });
    return undefined;
  }

  async function send(file: File): Promise<void> {
    const problem = findProblem(file);
    onProblem(problem);
    if (problem) return;
    setShare(0);
    onUploading(true);
    await call(uploadFile, { query: { purpose }, file, quiet: true, onProgress: setShare })
      .then(
        ({ id }) => onKept(id),
        (error: Error) => onProblem(error.message),
      )
      .finally(() => {
        setShare(undefined);
        onUploading(false);
      });
  }

  return { share, send, accept: extensions.map((one) => `.${one}`).join(',') };
}
