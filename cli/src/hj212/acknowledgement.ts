import { answerCommand, executionResults, requestResults } from '@limpid/hj212/answers';
import { readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';

/**
 * Why a frame counts as not acknowledged. `refused` is final; after `wrongAnswer` the right answer may still arrive.
 */
export interface AnswerFault {
  reason: 'refused' | 'wrongAnswer';
  detail: string;
}

/** Why the answer does not acknowledge the frame; undefined if it does. */
export function findAnswerFault(sent: Packet, answer: Packet): AnswerFault | undefined {
  const refusal = findRefusal(answer);
  if (refusal) return { reason: 'refused', detail: refusal };
  // Only the data answer acknowledges data.
  const acknowledgements: string[] = sent.cn.startsWith('2')
    ? [answerCommand.data]
    : Object.values(answerCommand);
  return acknowledgements.includes(answer.cn)
    ? undefined
    : { reason: 'wrongAnswer', detail: `CN=${answer.cn}` };
}

function findRefusal({ cn, cp }: Packet): string | undefined {
  const [name, meanings] =
    cn === answerCommand.request
      ? ['QnRtn', requestResults]
      : cn === answerCommand.execution
        ? ['ExeRtn', executionResults]
        : [];
  if (!name || !meanings) return undefined;
  const result = readFields(cp).find((field) => field.name === name)?.value;
  if (result === '1') return undefined;
  return `${name}=${result ?? ''} ${meanings[Number(result)] ?? ''}`.trim();
}
