import { type EncodeOptions, encodeUnchecked } from './encode.ts';
import { type PacketField, readExchange } from './fields.ts';
import type { Packet } from './packet.ts';

/** QnRtn: the device's response to a request before it acts. */
export const requestResults: Record<number, string> = {
  1: 'will be executed',
  2: 'refused',
  3: 'wrong password',
  4: 'wrong MN',
  5: 'wrong ST',
  6: 'wrong Flag',
  7: 'wrong QN',
  8: 'wrong CN',
  9: 'wrong CRC',
  100: 'unknown error',
};

/** ExeRtn: how the execution ended. */
export const executionResults: Record<number, string> = {
  1: 'done',
  2: 'failed, cause unknown',
  3: 'condition not met',
  4: 'communication timeout',
  5: 'busy',
  6: 'system fault',
  100: 'no data',
};

/** The commands that answer: a request was received, how it ended, a notice was received, data were received. */
export const answerCommand = { request: '9011', execution: '9012', notice: '9013', data: '9014' } as const;

type AnswerCommand = typeof answerCommand;

export type AnswerPacket =
  | { cn: AnswerCommand['request' | 'execution']; result: number }
  | { cn: AnswerCommand['notice' | 'data'] };

/** The answer to any decoded packet; it repeats QN, PW and MN unchanged. */
export function encodeAnswer(to: Packet, answer: AnswerPacket, options: EncodeOptions = {}): Buffer {
  const { version, pw, mn } = to;
  const qn = readExchange(to);
  const items = resultOf(answer);
  if (version !== '2005')
    return encodeUnchecked({ version, qn, st: '91', cn: answer.cn, pw, mn }, items, options);
  // In 2005 the QN of an answer is not in its header but in CP, with the command if it answers data.
  const exchange = qn === null ? [] : [[{ name: 'QN', value: qn }]];
  const about = answer.cn === answerCommand.data ? [[{ name: 'CN', value: to.cn }]] : [];
  return encodeUnchecked(
    { version, st: '91', cn: answer.cn, pw, mn },
    [...about, ...exchange, ...items],
    options,
  );
}

/** Data that a device has asked for: its command again, with its QN; the CP as `items`. */
export function encodeRequested(to: Packet, items: PacketField[][], options: EncodeOptions = {}): Buffer {
  const { version, st, cn, pw, mn } = to;
  const qn = readExchange(to);
  const header = { version, st: st ?? '22', cn, pw, mn };
  if (version !== '2005') return encodeUnchecked({ ...header, qn }, items, options);
  const exchange = qn === null ? [] : [[{ name: 'QN', value: qn }]];
  return encodeUnchecked(header, [...exchange, ...items], options);
}

function resultOf(answer: AnswerPacket): PacketField[][] {
  if (answer.cn === answerCommand.request) return [[writeResult('QnRtn', answer.result, requestResults)]];
  if (answer.cn === answerCommand.execution)
    return [[writeResult('ExeRtn', answer.result, executionResults)]];
  return [];
}

function writeResult(name: string, result: number, allowed: Record<number, string>): PacketField {
  if (!Object.hasOwn(allowed, result)) throw new RangeError(`${name}: ${result}`);
  return { name, value: String(result) };
}
