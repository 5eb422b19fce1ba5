import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

interface RunOptions {
  /** Keep the output and print it only if the tool fails. */
  quiet?: boolean;
  env?: Record<string, string>;
}

/** Runs a command-line tool of the lockfile on the Node that runs this script. */
export function runTool(name: string, args: readonly string[], options: RunOptions = {}): Promise<void> {
  const file = join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
  return runCommand(file, args, options);
}

export function runCommand(
  file: string,
  args: readonly string[],
  { quiet = false, env }: RunOptions = {},
): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) return done();
      process.stdout.write(output);
      failed(new Error(`${file.split('/').at(-1)} ended with ${code}.`));
    });
  });
}
