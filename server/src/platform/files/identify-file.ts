import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  containsHtml,
  type FileTypeName,
  identifyArchive,
  looksLikeMarkup,
  readSignature,
  startsLikeMarkup,
} from './file-types.rule.ts';
import { readPart, readPartNames } from './zip-entry-names.ts';

const headBytes = 4096;

/**
 * All types that the content of a file allows; empty if there is none. A picture that is re-encoded from its pixels may
 * contain anything else, because that is lost.
 */
export async function identifyFile(path: string, isRewritten = false): Promise<FileTypeName[]> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = await readPart(handle, 0, Math.min(size, headBytes));
    const signature = readSignature(head);
    if (signature === 'program') return [];
    if (signature === 'archive') {
      const parts = await readPartNames(handle, size);
      return parts ? identifyArchive(head, parts) : [];
    }
    if (signature === 'compound') return await identifyCompound(path);
    if (signature !== 'none') return !isRewritten && containsHtml(head) ? [] : [signature];
    if (startsLikeMarkup(head)) return [];
    const text = await readAsText(path);
    if (text === 'none') return ['bin'];
    return text === 'plain' ? ['text', 'csv'] : [];
  } finally {
    await handle.close();
  }
}

/** The old office formats are streams in a container that installers use as well; the stream names tell which. */
async function identifyCompound(path: string): Promise<FileTypeName[]> {
  const streams: [FileTypeName, Buffer][] = [
    ['doc', utf16('WordDocument')],
    ['xls', utf16('Workbook')],
    ['xls', utf16('Book')],
    ['ppt', utf16('PowerPoint Document')],
  ];
  const overlap = 64;
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const window = Buffer.concat([before, chunk]);
    const found = streams.find(([, name]) => window.includes(name));
    if (found) return [found[0]];
    before = window.subarray(-overlap);
  }
  return [];
}

function utf16(name: string): Buffer {
  return Buffer.from(`${name}\0`, 'utf16le');
}

/** Control characters, and the replacement character for bytes that are not UTF-8. */
const unprintable = /[^\P{Cc}\t\n\f\r]|[\ufffd-\uffff]/u;

/** Whether the file is UTF-8 text from the first byte to the last. */
async function readAsText(path: string): Promise<'plain' | 'markup' | 'none'> {
  const decoder = new TextDecoder();
  const overlap = 32;
  let before = '';
  let isMarkup = false;
  const look = (text: string) => {
    isMarkup ||= looksLikeMarkup(before + text);
    before = text.slice(-overlap);
    return !unprintable.test(text);
  };
  for await (const chunk of createReadStream(path)) {
    if (!look(decoder.decode(chunk, { stream: true }))) return 'none';
  }
  if (!look(decoder.decode())) return 'none';
  return isMarkup ? 'markup' : 'plain';
}
