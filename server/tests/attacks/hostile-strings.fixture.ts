import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../shared/data/security/', import.meta.url);

/** Whether the collections of hostile strings exist beside the repository. */
export const haveStrings = existsSync(folder);

/** The unique strings of the collections. */
export function readStrings(only = /\.(json|txt)$/): string[] {
  const files = readdirSync(folder).filter((file) => only.test(file));
  const strings = files.flatMap((file) => {
    const content = readFileSync(new URL(file, folder), 'utf8');
    const list: string[] = file.endsWith('.json') ? JSON.parse(content) : content.split('\n');
    return list;
  });
  return [...new Set(strings)];
}

/** Runs the work on all items with limited concurrency. */
export async function runConcurrently<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
) {
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) await work(item, index);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}
