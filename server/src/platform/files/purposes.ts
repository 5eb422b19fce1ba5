import { type FilePurpose, filePurposes } from '@limpid/contract/files';

const megabyte = 1024 * 1024;

/** How a picture is re-encoded: within this box, in this format. */
export interface PictureShape {
  width: number;
  height: number;
  format: 'webp' | 'png';
}

export interface Quota {
  /** Purposes that share one quota. */
  purposes: FilePurpose[];
  bytes: number;
  files: number;
}

export interface PurposeRules {
  maxBytes: number;
  extensions: readonly string[];
  quota: Quota;
  /** Re-encoded from its pixels: nothing else of the file survives. */
  picture?: PictureShape;
  /** Permission to upload; features add those of the objects that files belong to (`allowUpload`). */
  permission: string;
  /** Who may read an attached file, beside its owner and readers that a feature allows. */
  readers?: 'everybody' | 'sessions';
}

const personal: Quota = {
  purposes: ['avatar', 'logo', 'background', 'illustration', 'attachment'],
  bytes: 1024 * megabyte,
  files: 2000,
};
const packages: Quota = { purposes: ['package'], bytes: 20 * 1024 * megabyte, files: 500 };
const personalizing = 'system:personalization:edit';
const uploading = 'common:file:upload';

export const purposeRules: Record<FilePurpose, PurposeRules> = {
  avatar: {
    ...filePurposes.avatar,
    quota: personal,
    picture: { width: 512, height: 512, format: 'webp' },
    permission: uploading,
    readers: 'sessions',
  },
  logo: {
    ...filePurposes.logo,
    quota: personal,
    picture: { width: 512, height: 512, format: 'png' },
    permission: personalizing,
    readers: 'everybody',
  },
  background: {
    ...filePurposes.background,
    quota: personal,
    picture: { width: 2560, height: 1440, format: 'webp' },
    permission: personalizing,
    readers: 'everybody',
  },
  illustration: {
    ...filePurposes.illustration,
    quota: personal,
    picture: { width: 1920, height: 1920, format: 'webp' },
    permission: uploading,
    readers: 'sessions',
  },
  attachment: { ...filePurposes.attachment, quota: personal, permission: uploading },
  package: { ...filePurposes.package, quota: packages, permission: 'common:package:upload' },
};
