import { fileURLToPath } from 'node:url';
import { AppError } from '@limpid/contract/errors';
import { forkSandboxed } from '../sandbox.ts';
import type { Sheet } from './collect-rows.ts';
import { type SheetLimits, tooLarge, tooSlow } from './limits.ts';
import type { ParseMessage } from './parse.process.ts';

const program = fileURLToPath(new URL('./parse.process.ts', import.meta.url));

export function parseInChild(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet> {
  const sheet: Sheet = { header: [], rows: [] };
  const child = forkSandboxed(program, limits, {
    heapMegabytes: limits.heapMegabytes,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.milliseconds);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return new Promise<Sheet>((resolve, reject) => {
    child.on('message', (message: ParseMessage) => {
      if (message.header) sheet.header = message.header;
      for (const row of message.rows ?? []) sheet.rows.push(row);
      if (message.failed) reject(new AppError(message.failed.key, message.failed.params));
      if (message.done) resolve(sheet);
    });
    // Follows the last message. Without a message before it, a limit ended the child: it reports all other failures.
    child.on('disconnect', () => reject(child.killed ? tooSlow(limits) : tooLarge(limits)));
    child.on('error', reject);
    // A child that ends early leaves the rest of its input unread; its exit reports the failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
    return ended;
  });
}
