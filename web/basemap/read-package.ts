import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A JSON file of a package, read rather than imported: the compiler would work out the types of megabytes. */
export function readPackageFile<Content>(path: string): Content {
  // The packages are fixed by the lockfile, and the tests read what becomes of them.
  return JSON.parse(readFileSync(resolve(path), 'utf8')) as Content;
}
