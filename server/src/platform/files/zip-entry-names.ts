import type { FileHandle } from 'node:fs/promises';

const endRecordBytes = 22;
const maxCommentBytes = 0xffff;
const maxDirectoryBytes = 4 * 1024 * 1024;

/** The names of an archive's parts, at most the first few thousand; undefined if it is damaged. */
export async function readPartNames(handle: FileHandle, size: number): Promise<string[] | undefined> {
  const tailBytes = Math.min(size, endRecordBytes + maxCommentBytes);
  const tail = await readPart(handle, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + endRecordBytes > tail.length) return undefined;
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  // Archives beyond 4 GB or 65,535 parts use another record; accepted files are smaller.
  if (start === 0xffff_ffff || start + length > size) return undefined;
  return listNames(await readPart(handle, start, Math.min(length, maxDirectoryBytes)));
}

function listNames(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x0201_4b50) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + 46, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

export async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
