import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import type { Packet } from '@limpid/hj212/packet';
import { laterQn } from '@limpid/hj212/times';
import { corruptCrc } from '../faults/corrupt-crc.ts';

/** How a station answers commands: as the standard says, or as real ones sometimes do. */
export const answerBehaviours = [
  'prompt',
  'late',
  'twice',
  /** The answers have the QN of no command. */
  'wrongQn',
  'refused',
  'failed',
  /** The result is missing. */
  'noResult',
  'never',
  /** Every frame arrives in two pieces. */
  'inParts',
  /** The CRC of every answer is wrong. */
  'badCrc',
] as const;
export type AnswerBehaviour = (typeof answerBehaviours)[number];

/** Bytes to send after some milliseconds. */
export interface DelayedBytes {
  afterMs: number;
  bytes: Buffer;
  /** The end of a frame whose beginning is sent before. */
  isRest?: boolean;
}

const lateMs = 1500;
const pieceMs = 100;
const [refusal, failure] = [2, 2];

/** The answers to a command; `execute` gives the frames of acceptance, data and result. */
export function planAnswers(
  behaviour: AnswerBehaviour,
  packet: Packet,
  execute: (packet: Packet) => Buffer[],
): DelayedBytes[] {
  const atOnce = (frames: readonly Buffer[]) => frames.map((bytes) => ({ afterMs: 0, bytes }));
  switch (behaviour) {
    case 'prompt':
      return atOnce(execute(packet));
    case 'late':
      return execute(packet).map((bytes) => ({ afterMs: lateMs, bytes }));
    case 'twice':
      return atOnce(execute(packet).flatMap((frame) => [frame, frame]));
    case 'wrongQn':
      return atOnce(execute({ ...packet, qn: packet.qn && laterQn(packet.qn, 1) }));
    case 'refused':
      return atOnce([encodeAnswer(packet, { cn: answerCommand.request, result: refusal })]);
    case 'failed':
      return atOnce([
        encodeAnswer(packet, { cn: answerCommand.request, result: 1 }),
        encodeAnswer(packet, { cn: answerCommand.execution, result: failure }),
      ]);
    case 'noResult':
      return atOnce(execute(packet).slice(0, -1));
    case 'never':
      return [];
    case 'badCrc':
      return atOnce(execute(packet).map(corruptCrc));
    case 'inParts':
      return execute(packet).flatMap((frame, index) => {
        const half = frame.length >> 1;
        return [
          { afterMs: 2 * index * pieceMs, bytes: frame.subarray(0, half) },
          { afterMs: (2 * index + 1) * pieceMs, bytes: frame.subarray(half), isRest: true },
        ];
      });
  }
}
