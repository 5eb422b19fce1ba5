import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Position, readFrame } from './cause.rule.ts';

interface Frame {
  text: string;
  position: Position | undefined;
}

const assets = fileURLToPath(new URL('../../../../web/dist/assets/', import.meta.url));
/** Parsed maps are kept, because parsing takes a moment and one error names few files. */
const maxMaps = 4;

/**
 * Maps a frame to its position in the sources: the browser runs built files, whose maps stay on the server. A file of
 * another version has no map here, and its frames stay unchanged.
 */
export function openSourceMaps(folder = assets): (line: string, source: 'server' | 'browser') => Frame {
  const maps = new Map<string, SourceMap | undefined>();

  function findMap(name: string): SourceMap | undefined {
    if (!maps.has(name)) {
      const path = `${folder}${name}.map`;
      const [oldest] = maps.keys();
      if (maps.size >= maxMaps && oldest !== undefined) maps.delete(oldest);
      maps.set(name, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
    }
    return maps.get(name);
  }

  return (line, source) => {
    const position = readFrame(line);
    const name = /\/assets\/([\w.-]+\.js)$/.exec(position?.file ?? '')?.[1];
    if (!position || !name || source !== 'browser') return { text: line, position };
    const entry = findMap(name)?.findEntry(position.line - 1, position.column - 1);
    if (!entry || !('originalSource' in entry)) return { text: line, position };
    const original = {
      file: posix.join('web/dist/assets', entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
    const where = `${original.file}:${original.line}:${original.column}`;
    return { text: `    at ${where}`, position: original };
  };
}
