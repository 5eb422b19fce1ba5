import { type Crop, drawCrop } from './crop.ts';

/** Limits of the chosen file; only the cropped part is uploaded. */
export const avatarLimits = { bytes: 20_000_000, megapixels: 40 };
const mostSide = 512;

/** Decodes a file as a picture, or returns the reason why it cannot be used. */
export async function loadPicture(
  file: File,
): Promise<ImageBitmap | 'broken' | 'tooLarge' | 'tooManyPixels'> {
  if (file.size > avatarLimits.bytes) return 'tooLarge';
  // The browser does not tell why it cannot decode a file.
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return 'broken';
  if (picture.width * picture.height <= avatarLimits.megapixels * 1_000_000) return picture;
  picture.close();
  return 'tooManyPixels';
}

/** The cropped part as a file, with at most the resolution of the original. */
export async function cutPicture(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  const side = Math.min(mostSide, Math.ceil(Math.min(picture.width, picture.height) / crop.zoom));
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context) drawCrop(context, picture, crop, side);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return new File([blob ?? ''], 'avatar.png', { type: 'image/png' });
}
