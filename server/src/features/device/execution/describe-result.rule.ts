import { executionResults, requestResults } from '@limpid/hj212/answers';
import type { CommandExchange } from '@limpid/hj212/exchange';
import { makeStoredText } from '../../../platform/texts.ts';

type EndedExchange = Pick<CommandExchange, 'kind' | 'phase' | 'isAccepted' | 'packets' | 'result'>;

/** How a command ended, as a text in any language; a code that the standard does not have is shown as a number. */
export function describeResult(exchange: EndedExchange): string {
  const { phase, result } = exchange;
  if (result === null || phase === 'noValue') return makeStoredText(`device.results.${nameEnd(exchange)}`);
  const isRefusal = phase === 'refused';
  if (!Object.hasOwn(isRefusal ? requestResults : executionResults, result))
    return makeStoredText(isRefusal ? 'device.results.unknownRefusal' : 'device.results.unknownResult', {
      code: result,
    });
  return makeStoredText(`device.results.${isRefusal ? 'qn' : 'exe'}_${result}`);
}

/** An end without a number of the device. */
function nameEnd({ kind, phase, isAccepted, packets }: EndedExchange): string {
  if (phase === 'done' && kind === 'notice') return 'noticed';
  if (phase !== 'timedOut') return phase;
  if (packets > 0) return 'dataWithoutResult';
  return isAccepted ? 'acceptedWithoutResult' : 'timedOut';
}
