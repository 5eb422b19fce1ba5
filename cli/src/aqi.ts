import { computeIndex } from '@limpid/aqi/compute-index';
import { findChineseStandard, standards } from '@limpid/aqi/standards';
import { standardNames } from '@limpid/aqi/standards/standard';
import { localise, printLine, readArguments, UsageError } from './terminal.ts';

const modes = ['hourly', 'daily'] as const;
const options = { standard: { type: 'string' }, mode: { type: 'string' } } as const;

/** `limpid aqi --standard "HJ 633-2026" --mode hourly PM2.5=75 O3@8h=120`. */
export function runAqi(args: string[]): void {
  const { values, positionals } = readArguments(args, options);
  const standard = choose('standard', standardNames, values.standard ?? currentStandard());
  const usual = standards[standard].modes.hourly.length > 0 ? 'hourly' : 'daily';
  const mode = choose('mode', modes, values.mode ?? usual);
  if (positionals.length === 0) throw new UsageError(localise('cli.aqi.nothing'));
  const index = computeIndex({ standard, mode, values: Object.fromEntries(positionals.map(readValue)) });
  const { aqi, published, level, primary, iaqi, missing, reference } = index;
  printLine({ aqi, published, level, primary, iaqi, missing, reference });
}

function currentStandard(): string {
  return findChineseStandard(new Date().toISOString());
}

function choose<T extends string>(option: string, choices: readonly T[], given: string): T {
  const chosen = choices.find((name) => name === given);
  if (chosen) return chosen;
  throw new UsageError(
    localise('cli.aqi.choice', { option, known: choices.map((name) => `"${name}"`).join(', ') }),
  );
}

/** Text that is not a number counts as no value: the index is null for it, as for a negative number. */
function readValue(word: string): [string, number | null] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(localise('cli.aqi.pair', { word }));
  const text = word.slice(at + 1).trim();
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  return [word.slice(0, at), isNumber ? Number(text) : null];
}
