import { fileURLToPath } from 'node:url';
import { makeTurns } from '../concurrency-limit.ts';
import { forkSandboxed } from '../sandbox.ts';
import type { PictureMessage } from './picture.process.ts';
import type { PictureShape } from './purposes.ts';

export interface PictureWork {
  from: string;
  to: string;
  shape: PictureShape;
  mostPixels: number;
}

export const pictureLimits = { megapixels: 40, seconds: 15 };

const program = fileURLToPath(new URL('./picture.process.ts', import.meta.url));
const inTurn = makeTurns(2);

/**
 * Decodes a picture and writes it anew, in a process of its own: a decoder that a stranger's file breaks, or keeps
 * busy, costs that picture and nothing else.
 */
export function rewritePicture(
  work: Omit<PictureWork, 'mostPixels'>,
  seconds = pictureLimits.seconds,
): Promise<PictureMessage | 'slow'> {
  const input: PictureWork = { ...work, mostPixels: pictureLimits.megapixels * 1_000_000 };
  return inTurn(() => rewriteApart(input, seconds));
}

function rewriteApart(input: PictureWork, seconds: number): Promise<PictureMessage | 'slow'> {
  const child = forkSandboxed(program, input, {
    heapMegabytes: 64,
    allow: ['--allow-addons'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return new Promise<PictureMessage | 'slow'>((resolve, reject) => {
    child.on('message', (message: PictureMessage) => resolve(message));
    // Comes after the last message: without one, the picture ended the decoder, or the time did.
    child.on('disconnect', () => resolve(child.killed ? 'slow' : 'broken'));
    child.on('error', reject);
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
    return ended;
  });
}
