import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Reads a JSON file of a package at run time, because the compiler would infer types of megabytes. */
export function readPackageFile<Content>(path: string): Content {
  // The lockfile fixes the packages, and tests check the result.
  return JSON.parse(readFileSync(resolve(path), 'utf8')) as Content;
}
