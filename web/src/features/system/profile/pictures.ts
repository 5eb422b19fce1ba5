import { type Crop, drawCrop } from './crop.ts';

/** Of what is chosen; what is sent is the part in the frame, and small. */
export const avatarLimits = { bytes: 20_000_000, megapixels: 40 };
const mostSide = 512;

/** A file as a picture, or why it is none. */
export async function loadPicture(
  file: File,
): Promise<ImageBitmap | 'broken' | 'tooLarge' | 'tooManyPixels'> {
  if (file.size > avatarLimits.bytes) return 'tooLarge';
  // The browser decodes what it can; whatever else it was given, it does not say.
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return 'broken';
  if (picture.width * picture.height <= avatarLimits.megapixels * 1_000_000) return picture;
  picture.close();
  return 'tooManyPixels';
}

/** The part in the frame as a file, no larger than it is shown and no finer than the picture. */
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
