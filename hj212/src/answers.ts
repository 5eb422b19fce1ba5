import { executionResults, requestResults } from './codes.ts';
import { type EncodeOptions, encodeUnchecked } from './encode.ts';
import { type Field, readExchange } from './fields.ts';
import type { Packet } from './packet.ts';

/** 9011 a request was received, 9012 how it ended, 9013 a notice was received, 9014 data were received. */
export type Answer =
  | { cn: '9011'; result: number }
  | { cn: '9012'; result: number }
  | { cn: '9013' }
  | { cn: '9014' };

/** The answer to any packet that was decoded: its QN, PW and MN come back as they are. */
export function encodeAnswer(to: Packet, answer: Answer, options: EncodeOptions = {}): Buffer {
  const { version, pw, mn } = to;
  const qn = readExchange(to);
  const items = resultOf(answer);
  if (version !== '2005')
    return encodeUnchecked({ version, qn, st: '91', cn: answer.cn, pw, mn }, items, options);
  // 2005 has no QN in the header of an answer; it stands in CP, with the command if it is data.
  const exchange = qn === null ? [] : [[{ name: 'QN', value: qn }]];
  const about = answer.cn === '9014' ? [[{ name: 'CN', value: to.cn }]] : [];
  return encodeUnchecked(
    { version, st: '91', cn: answer.cn, pw, mn },
    [...about, ...exchange, ...items],
    options,
  );
}

function resultOf(answer: Answer): Field[][] {
  if (answer.cn === '9011') return [[writeResult('QnRtn', answer.result, requestResults)]];
  if (answer.cn === '9012') return [[writeResult('ExeRtn', answer.result, executionResults)]];
  return [];
}

function writeResult(name: string, result: number, known: Record<number, string>): Field {
  if (!Object.hasOwn(known, result)) throw new RangeError(`${name}: ${result}`);
  return { name, value: String(result) };
}
