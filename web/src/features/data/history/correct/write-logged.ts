import { dash } from '../../../../air/describe-value.ts';
import { formatDecimal } from '../../../../lib/format.ts';

/** A value of the log in the form of the language, with all its decimals; a dash for none. */
export function writeLogged(text: string | null, language: string): string {
  if (text === null) return dash;
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(text);
  return decimals ? formatDecimal(Number(text), decimals[1]?.length ?? 0, language) : text;
}
