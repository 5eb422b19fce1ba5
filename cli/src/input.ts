import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { localise, UsageError } from './terminal.ts';

/** The named file, or standard input. */
export async function openInput(files: string[]): Promise<Readable> {
  const [file, ...more] = files;
  if (more.length > 0) throw new UsageError(localise('cli.oneFile'));
  if (file === undefined || file === '-') return process.stdin;
  const problem = await findProblem(file);
  if (problem) throw new UsageError(localise('cli.unreadable', { file, problem }));
  return createReadStream(file);
}

export async function readInput(files: string[]): Promise<Buffer> {
  return buffer(await openInput(files));
}

async function findProblem(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file);
    const isFolder = (await handle.stat()).isDirectory();
    await handle.close();
    return isFolder ? 'EISDIR' : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
