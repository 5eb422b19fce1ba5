import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeNotices } from './notices.ts';
import { root } from './root.ts';
import { runTool } from './tool.ts';

const stamp = join(root, 'web/dist/.built');
/** Everything that the built console depends on. */
export const consoleSources = [
  'web/{src,public,antd-styles,basemap,map-engine,console-errors}/**',
  'web/*.{html,ts,json}',
  'contract/src/**',
  'aqi/src/**',
  'i18n/**',
  'package-lock.json',
];

/** Builds the console unless web/dist was already built from exactly these sources. */
export async function buildWeb(): Promise<void> {
  const wanted = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stdout.write('Building the console …\n');
  await runTool('vite', ['build', 'web', '--logLevel', 'warn']);
  writeFileSync(join(root, 'web/dist/third-party-notices.txt'), composeNotices());
  writeFileSync(stamp, wanted);
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(consoleSources, { cwd: root, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}
