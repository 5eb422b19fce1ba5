import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { sampleFiles } from './files.fixture.ts';
import { rewritePicture } from './rewrite-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'limpid-picture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const from = join(folder, 'from');
const to = join(folder, 'to');
const shape = { width: 100, height: 100, format: 'webp' } as const;

async function rewrite(bytes: Buffer, seconds?: number) {
  rmSync(to, { force: true });
  await writeFile(from, bytes);
  return rewritePicture({ from, to, shape }, seconds);
}

it('a picture that takes too long is stopped together with its decoder', async () => {
  expect(await rewrite(sampleFiles['png'] ?? Buffer.alloc(0), 0.01)).toBe('slow');
  expect(existsSync(to)).toBe(false);
});

it('a format without one of the four decoders counts as broken', async () => {
  const picture = sharp(sampleFiles['png']);
  const tiff = await picture.clone().tiff().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const bytes of [tiff, svg, Buffer.from('%PDF-1.4'), Buffer.alloc(0)]) {
    expect(await rewrite(bytes)).toBe('broken');
  }
});

it('only the first frame of an animation is kept', async () => {
  const frames = ['red', 'blue'].map((background) => ({
    create: { width: 20, height: 20, channels: 3 as const, background },
  }));
  const moving = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  expect(await rewrite(moving)).toBe('done');
  expect((await sharp(readFileSync(to)).metadata()).pages ?? 1).toBe(1);
  const { data } = await sharp(readFileSync(to)).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
});

it('a photo is rotated by the orientation of its camera', async () => {
  const photo = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await rewrite(photo)).toBe('done');
  expect(await sharp(readFileSync(to)).metadata()).toMatchObject({ width: 40, height: 80 });
});
