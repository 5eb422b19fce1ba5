import { runTool } from './tool.ts';

export interface Result {
  name: string;
  ok: boolean;
  seconds: number;
}

const checks: { name: string; tool: string; args: string[] }[] = [
  // Both in one run, because the rules need the types anyway: half the time of tsc and oxlint.
  { name: 'types and lint', tool: 'oxlint', args: ['--type-aware', '--type-check', '--deny-warnings'] },
  { name: 'format', tool: 'biome', args: ['check', '.'] },
  { name: 'dead code', tool: 'knip', args: ['--no-progress'] },
];

/** Runs every static check, two at a time, and prints the result of each. */
export async function runChecks(): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...checks];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  };
  await Promise.all([work(), work()]);
  return results;
}

async function runCheck({ name, tool, args }: (typeof checks)[number]): Promise<Result> {
  const start = performance.now();
  const ok = await runTool(tool, args, { quiet: true }).then(
    () => true,
    () => false,
  );
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  return { name, ok, seconds };
}
