import { runChecks } from './checks.ts';

const results = await runChecks();
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
