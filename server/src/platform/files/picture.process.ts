// Started by rewrite-picture.ts for one picture.
import sharp from 'sharp';
import type { PictureRequest } from './rewrite-picture.ts';

// The parent passes what PictureRequest describes.
const { from, to, shape, maxPixels } = JSON.parse(process.argv[2] ?? '') as PictureRequest;

// The decoders of these four formats, and no others: a file cannot choose which one reads it.
sharp.block({ operation: ['VipsForeignLoad'] });
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`);
sharp.unblock({ operation: decoders });
sharp.cache(false);
sharp.concurrency(1);

async function rewrite(): Promise<void> {
  const { width, height, format } = shape;
  await sharp(from, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toFormat(format, format === 'webp' ? { quality: 85 } : { compressionLevel: 9 })
    .toFile(to);
}

export type PictureOutcome = 'done' | 'pixels' | 'broken';

function reportOutcome(message: PictureOutcome): void {
  process.send?.(message, () => process.disconnect?.());
}

process.on('disconnect', () => process.exit());
rewrite().then(
  () => reportOutcome('done'),
  (error: unknown) => reportOutcome(String(error).includes('pixel limit') ? 'pixels' : 'broken'),
);
