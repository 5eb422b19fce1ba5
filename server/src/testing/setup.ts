import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheSandboxCode } from '../platform/sandbox.ts';

const folder = join(tmpdir(), 'limpid-sandbox-cache');
mkdirSync(folder, { recursive: true });
cacheSandboxCode(folder);
