import { answerCommand, executionResults, requestResults } from '@limpid/hj212/answers';
import { readExchange, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';

/** What a receiver says about a packet of data. */
export interface DataReceipt {
  qn: string;
  mn: string;
  /** The command that it answers, where it names one, as in 2005. */
  about: string | undefined;
  /** Undefined if the data were accepted. */
  refusal: string | undefined;
}

/**
 * Reads 9014, which accepts data unless it has a result of failure, and the refusals of 9011 and 9012. Undefined for every
 * other packet. PW and ST are not compared: receivers leave them out or put in their own.
 */
export function readReceipt(packet: Packet): DataReceipt | undefined {
  const { cn, mn, cp } = packet;
  const qn = readExchange(packet);
  if (!qn || !mn) return undefined;
  const fields = readFields(cp);
  const find = (name: string) => fields.find((field) => field.name === name)?.value.trim();
  const refusal = findRefusal(cn, find);
  if (cn !== answerCommand.data && refusal === undefined) return undefined;
  return { qn, mn, about: find('CN'), refusal };
}

function findRefusal(cn: string, find: (name: string) => string | undefined): string | undefined {
  if (cn === answerCommand.execution) return describeResult('ExeRtn', find('ExeRtn'), executionResults);
  if (cn === answerCommand.request || cn === answerCommand.data)
    return describeResult('QnRtn', find('QnRtn'), requestResults);
  return undefined;
}

function describeResult(
  name: string,
  text: string | undefined,
  meanings: Record<number, string>,
): string | undefined {
  if (text === undefined || Number(text) === 1) return undefined;
  return `${name}=${text.slice(0, 20)}: ${meanings[Number(text)] ?? 'unknown result'}`;
}
