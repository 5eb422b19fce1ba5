import { runTool } from './tool.ts';

/** Runs only the ways to change a locked month, and the kills of a server that locks one, in full rounds. */
await runTool('vitest', ['run', 'server/tests/locks'], { env: { FULL_ROUNDS: 'on' } });
