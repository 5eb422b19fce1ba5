import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readExtension } from './file-name.rule.ts';
import { fileTypes } from './file-types.rule.ts';
import { disguisedFiles, sampleFiles } from './files.fixture.ts';
import { identifyFile } from './identify-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'limpid-identify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function extensionsOf(bytes: Buffer): Promise<string[]> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return (await identifyFile(path)).flatMap((type): readonly string[] => fileTypes[type].extensions);
}

describe('the type of a file by its content', () => {
  it.each(Object.keys(sampleFiles))('is recognised for %s', async (extension) => {
    expect(await extensionsOf(sampleFiles[extension] ?? Buffer.alloc(0))).toContain(extension);
  });

  it.each(disguisedFiles)('contradicts the name %s', async (name, bytes) => {
    expect(await extensionsOf(bytes)).not.toContain(readExtension(name));
  });

  it('is unknown, not even raw bytes, for pages, drawings and programs', async () => {
    const plain = ['<html>', '\0\0<script>x</script>', '\xff<svg onload=x>', '#!/bin/sh', 'MZ', '<?xml?>'];
    const begunAsOthers = ['\xff\xd8\xff', '%PDF-1.4\n', 'GIF89a', '\0\0\0 ftypisom'];
    const texts = [...plain, ...begunAsOthers.map((start) => `${start}<html><script>x</script></html>`)];
    for (const text of texts) expect(await extensionsOf(Buffer.from(text, 'latin1'))).toEqual([]);
  });

  it('is text only if every byte is text', async () => {
    const long = `${'é'.repeat(100_000)}`;
    expect(await extensionsOf(Buffer.from(long))).toEqual(['txt', 'csv']);
    expect(await extensionsOf(Buffer.from(long).subarray(0, -1))).toEqual(['bin']);
    expect(await extensionsOf(Buffer.from(`${long}\0`))).toEqual(['bin']);
    expect(await extensionsOf(Buffer.from('d5beb5e3', 'hex'))).toEqual(['bin']);
  });
});
