import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { ErrorParams } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { translate } from '../../server/src/platform/texts.ts';

/** An error that the user can correct: printed as one line, and the command exits with 1. */
export class UsageError extends Error {}

/** The terminal's language if it is supported. */
function languageOf(environment: Record<string, string | undefined>): Language {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  if (locale.startsWith('zh')) return 'zh';
  return locale.startsWith('fr') ? 'fr' : 'en';
}

const language = languageOf(process.env);

export function localise(key: string, params?: ErrorParams): string {
  return translate(language, key, params);
}

/** Parses the options and words of a command; reports an unknown option as an error of the user. */
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
