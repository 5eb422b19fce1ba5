import { executionResults, requestResults } from '@limpid/hj212/answers';
import type { CommandExchange } from '@limpid/hj212/exchange';
import { makeStoredText } from '../../../platform/texts.ts';

/** How a command ended, as a text in any language; a code that the standard does not have is shown as a number. */
export function describeResult({ phase, result }: Pick<CommandExchange, 'phase' | 'result'>): string {
  if (result === null || phase === 'noValue') return makeStoredText(`device.results.${phase}`);
  const isRefusal = phase === 'refused';
  if (!Object.hasOwn(isRefusal ? requestResults : executionResults, result))
    return makeStoredText(isRefusal ? 'device.results.unknownRefusal' : 'device.results.unknownResult', {
      code: result,
    });
  return makeStoredText(`device.results.${isRefusal ? 'qn' : 'exe'}_${result}`);
}
