import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Reference data kept beside the repository, not in it. */
const shared = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** A suffix for titles that explains why a test is skipped. */
export const sharedOrSkip = existsSync(shared)
  ? { present: true, note: '' }
  : { present: false, note: ' (skipped: no ../shared beside the repository)' };

export function readSharedText(path: string): string {
  const bytes = readFileSync(shared + path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The requested columns of a table, by the names in its first line. */
export function readSharedTable(path: string, wanted: readonly string[]): Record<string, string>[] {
  const [head = '', ...lines] = readSharedText(path).trim().split(/\r?\n/);
  const names = splitCells(head);
  const places = wanted.map((name) => [name, names.indexOf(name)] as const);
  return lines.map((line) => {
    const cells = splitCells(line);
    return Object.fromEntries(places.map(([name, place]) => [name, cells[place] ?? '']));
  });
}

function splitCells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(
    line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g),
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
}
