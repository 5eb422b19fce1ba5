#!/usr/bin/env node
// `npx limpid …` is plain JavaScript, because an older Node may start it; the command itself runs on the Node of the
// lockfile.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainNode, findNode } from '../scripts/find-node.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const node = findNode(dirname(here));
if (!node) {
  process.stderr.write(`${explainNode()}\n`);
  process.exit(1);
}
const main = join(here, 'src', 'main.ts');
const child = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// The terminal sends the signal to the child as well, and the child decides when to end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
