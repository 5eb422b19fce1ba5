import type { CronPhrases } from './cron-phrases.ts';

/** Up to this many values are listed; of more evenly spaced ones, only the first ones and the last. */
const maxListed = 6;
const firstOnes = 3;

interface Wording {
  one(value: number): string;
  run(from: number, to: number): string;
}

const plain: Wording = { one: String, run: (from, to) => `${from}–${to}` };

/** Describes any number of values: 1–5, 8 and 10–12; 1, 3, 5 … 31. */
export function describeValues(
  values: readonly number[],
  { language, phrase, list }: CronPhrases,
  word = plain,
): string {
  const every = findStep(values);
  if (every !== undefined && every > 1 && values.length > maxListed) {
    const first = values.slice(0, firstOnes).map(word.one);
    return phrase('andSoOn', {
      first: first.join(language === 'zh' ? '、' : ', '),
      last: word.one(values.at(-1) ?? 0),
    });
  }
  const parts = findRuns(values).flatMap((run) => {
    const [from = 0] = run;
    return run.length > 2 ? [word.run(from, run.at(-1) ?? from)] : run.map(word.one);
  });
  return list(parts);
}

/** Groups consecutive values. */
export function findRuns(values: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  return runs;
}

/** The step of evenly spaced values. */
function findStep([first, second, ...more]: readonly number[]): number | undefined {
  if (first === undefined || second === undefined) return undefined;
  const every = second - first;
  return more.every((value, index) => value === second + (index + 1) * every) ? every : undefined;
}

/** The same, if the step also leads from the last value to the first of the next round. */
export function findCycle(values: readonly number[], size: number): number | undefined {
  const every = findStep(values);
  return every !== undefined && values.length * every === size ? every : undefined;
}
