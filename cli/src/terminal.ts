import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { ErrorParams } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { translate } from '../../server/src/platform/texts.ts';

/** Something the person at the terminal can put right: one line, and the command ends with 1. */
export class UsageError extends Error {}

/** The terminal's language where it is one of ours. */
function languageOf(environment: Record<string, string | undefined>): Language {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  if (locale.startsWith('zh')) return 'zh';
  return locale.startsWith('fr') ? 'fr' : 'en';
}

const language = languageOf(process.env);

export function localise(key: string, params?: ErrorParams): string {
  return translate(language, key, params);
}

/** Options and words of a command; an unknown option is said as such. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(localise('cli.arguments', { problem: error instanceof Error ? error.message : '' }));
  }
}

export function printLine(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
