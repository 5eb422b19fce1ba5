import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../concurrency-limit.ts';
import { forkSandboxed } from '../sandbox.ts';
import type { PictureOutcome } from './picture.process.ts';
import type { PictureShape } from './purposes.ts';

export interface PictureRequest {
  from: string;
  to: string;
  shape: PictureShape;
  maxPixels: number;
}

export const pictureProcessLimits = { megapixels: 40, seconds: 15 };

const program = fileURLToPath(new URL('./picture.process.ts', import.meta.url));
const withLimit = limitConcurrency(2);

/**
 * Decodes a picture and encodes it again in a separate process: if a malicious file crashes or stalls the decoder, only
 * that picture is lost.
 */
export function rewritePicture(
  work: Omit<PictureRequest, 'maxPixels'>,
  seconds = pictureProcessLimits.seconds,
): Promise<PictureOutcome | 'slow'> {
  const input: PictureRequest = { ...work, maxPixels: pictureProcessLimits.megapixels * 1_000_000 };
  return withLimit(() => rewriteInChild(input, seconds));
}

function rewriteInChild(input: PictureRequest, seconds: number): Promise<PictureOutcome | 'slow'> {
  const child = forkSandboxed(program, input, {
    heapMegabytes: 64,
    allow: ['--allow-addons'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return new Promise<PictureOutcome | 'slow'>((resolve, reject) => {
    child.on('message', (message: PictureOutcome) => resolve(message));
    // Follows the last message: without a message, the decoder crashed or timed out.
    child.on('disconnect', () => resolve(child.killed ? 'slow' : 'broken'));
    child.on('error', reject);
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
    return ended;
  });
}
