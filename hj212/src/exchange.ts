import { answerCommand } from './answers.ts';
import { deviceCommand, oldCommand } from './commands.ts';
import { readExchange, readFields } from './fields.ts';
import type { Packet } from './packet.ts';

/**
 * What follows a command: its result (3015 also says which bottle it has kept), a packet with the value and the result, packets of data with the result, or the
 * answer to a notice.
 */
export type ExchangeKind = 'execute' | 'readValue' | 'readData' | 'notice';

const kinds: Partial<Record<number, ExchangeKind>> = {
  [deviceCommand.stopRealtime]: 'notice',
  [deviceCommand.stopStates]: 'notice',
  [deviceCommand.readClock]: 'readValue',
  [deviceCommand.readRealtimeInterval]: 'readValue',
  [deviceCommand.readMinuteInterval]: 'readValue',
  [deviceCommand.readSamplingPeriod]: 'readValue',
  [deviceCommand.readSamplingTime]: 'readValue',
  [deviceCommand.readSerialNumber]: 'readValue',
  [deviceCommand.readParameter]: 'readValue',
  [oldCommand.readAlarmLimits]: 'readValue',
  [oldCommand.readReportTarget]: 'readValue',
  [oldCommand.readReportTime]: 'readValue',
  [deviceCommand.readDays]: 'readData',
  [deviceCommand.readRunTimes]: 'readData',
  [deviceCommand.readMinutes]: 'readData',
  [deviceCommand.readHours]: 'readData',
  [oldCommand.readAlarms]: 'readData',
};

/**
 * The kind of a command. A log is read as data although single station information is a value; a command that the
 * standard does not have and that reads something is answered with a value.
 */
export function exchangeKindOf(code: number, purpose?: 'read' | 'readLog'): ExchangeKind {
  if (purpose === 'readLog') return 'readData';
  return kinds[code] ?? (purpose === 'read' ? 'readValue' : 'execute');
}

/** Values that devices also send unasked: another instrument, and station information. */
const unasked = new Set<number>([deviceCommand.readSerialNumber, deviceCommand.readParameter]);

/** Whether a device sends values with this code only if they were asked for. Those of vendors may come at any time. */
function isOnlyAnswer(cn: string): boolean {
  return kinds[Number(cn)] === 'readValue' && !unasked.has(Number(cn));
}

export interface ExchangeTimes {
  /** How long to wait for the answer to a request before it is sent again. */
  answerMs: number;
  /** How often it is sent again. */
  retries: number;
  /** How long to wait for the result after an answer or a packet of data. */
  executionMs: number;
}

/** The default of the standard; no execution time is given there. */
export const standardTimes: ExchangeTimes = { answerMs: 10_000, retries: 3, executionMs: 60_000 };

/** How an exchange ends: by its result (`noValue`: success, but nothing of what was read has come), a refusal, without a word of the device, or by the person who started it. */
export type ExchangeEnd = 'done' | 'noValue' | 'failed' | 'refused' | 'timedOut' | 'cancelled';

export interface CommandExchange {
  kind: ExchangeKind;
  phase: 'sent' | 'accepted' | 'answered' | ExchangeEnd;
  /** The device has accepted the request, maybe after its first data. */
  isAccepted: boolean;
  /** When the request was sent first. */
  startedAt: number;
  /** How often the request was sent. */
  sent: number;
  /** When the present phase runs out; null once the exchange has ended. */
  deadline: number | null;
  /** QnRtn of a refusal, ExeRtn of the result. */
  result: number | null;
  packets: number;
  /** What the last packets of data were, to recognise one that comes twice. */
  recent: readonly string[];
}

/** A device that repeats a packet does so soon after it. */
const rememberedPackets = 16;

export type ExchangeEvent =
  | { type: 'accepted'; result: number }
  /** `isRequested` if the packet itself shows that it was asked for, by its QN or its time; repeats have the same `key`. */
  | { type: 'data'; isRequested: boolean; key?: string }
  | { type: 'executed'; result: number }
  | { type: 'noticed' }
  | { type: 'time' }
  | { type: 'cancel' };

export interface ExchangeStep {
  exchange: CommandExchange;
  /** The request has to be sent again, unchanged. */
  resend: boolean;
  /** The exchange had ended before. */
  isLate: boolean;
  /** The packet of data has come before. */
  isRepeat?: boolean;
}

/** ExeRtn of a command that the device has executed. */
export const executed = 1;
const [accepted, noData] = [1, 100];

/** The exchange of a request that is sent now. */
export function startExchange(kind: ExchangeKind, times: ExchangeTimes, now: number): CommandExchange {
  return {
    kind,
    phase: 'sent',
    isAccepted: false,
    startedAt: now,
    sent: 1,
    deadline: now + times.answerMs,
    result: null,
    packets: 0,
    recent: [],
  };
}

/** The exchange after an answer, or after time has passed. Whatever comes after its end changes nothing. */
export function stepExchange(
  exchange: CommandExchange,
  event: ExchangeEvent,
  times: ExchangeTimes,
  now: number,
): ExchangeStep {
  if (exchange.deadline === null) return { exchange, resend: false, isLate: event.type !== 'time' };
  if (event.type === 'time') return runOut(exchange, times, now);
  if (event.type === 'data' && event.key !== undefined && exchange.recent.includes(event.key))
    return { exchange, resend: false, isLate: false, isRepeat: true };
  return { exchange: applyAnswer(exchange, event, times, now), resend: false, isLate: false };
}

function applyAnswer(
  exchange: CommandExchange,
  event: Exclude<ExchangeEvent, { type: 'time' }>,
  times: ExchangeTimes,
  now: number,
): CommandExchange {
  const deadline = now + times.executionMs;
  switch (event.type) {
    case 'accepted':
      if (event.result !== accepted) return end(exchange, 'refused', event.result);
      if (exchange.phase === 'sent') return { ...exchange, phase: 'accepted', isAccepted: true, deadline };
      // A repeated acceptance does not extend the time for the result.
      return exchange.isAccepted ? exchange : { ...exchange, isAccepted: true };
    case 'data':
      return applyData(exchange, event, times, now);
    case 'executed':
      return end(exchange, readEnd(exchange, event.result), event.result);
    case 'noticed':
      return exchange.kind === 'notice' ? end(exchange, 'done', null) : exchange;
    case 'cancel':
      return end(exchange, 'cancelled', null);
  }
}

/** How many execution times packets of data may take: what a station sends unasked must not keep a command open. */
const longestData = 10;

function applyData(
  exchange: CommandExchange,
  { isRequested, key }: Extract<ExchangeEvent, { type: 'data' }>,
  times: ExchangeTimes,
  now: number,
): CommandExchange {
  const { kind, phase, startedAt, packets } = exchange;
  const recent = key === undefined ? exchange.recent : [...exchange.recent, key].slice(-rememberedPackets);
  const limit = startedAt + (times.retries + 1) * times.answerMs + longestData * times.executionMs;
  // The same data are sent unasked too: before the acceptance they answer nothing.
  const isUnasked = kind === 'readData' && phase === 'sent' && !isRequested;
  if (isUnasked || now >= limit) return exchange;
  const deadline = Math.min(now + times.executionMs, limit);
  return { ...exchange, phase: 'answered', deadline, packets: packets + 1, recent };
}

function runOut(exchange: CommandExchange, times: ExchangeTimes, now: number): ExchangeStep {
  const { phase, kind, sent, deadline } = exchange;
  if (deadline === null || now < deadline) return { exchange, resend: false, isLate: false };
  if (phase === 'sent' && sent <= times.retries) {
    const next = { ...exchange, sent: sent + 1, deadline: now + times.answerMs };
    return { exchange: next, resend: true, isLate: false };
  }
  // Some loggers send a value without the result that should follow it.
  const isAnswered = phase === 'answered' && kind === 'readValue';
  return { exchange: end(exchange, isAnswered ? 'done' : 'timedOut', null), resend: false, isLate: false };
}

/** "No data" is an answer to who reads; what had to be written or operated was not executed. */
function readEnd({ kind, packets }: CommandExchange, result: number): ExchangeEnd {
  const isReading = kind === 'readValue' || kind === 'readData';
  if (result === executed) return isReading && packets === 0 ? 'noValue' : 'done';
  return isReading && result === noData ? 'done' : 'failed';
}

function end(exchange: CommandExchange, phase: ExchangeEnd, result: number | null): CommandExchange {
  return { ...exchange, phase, result, deadline: null };
}

/** A request that a device has not finished. */
export interface PendingRequest {
  qn: string;
  cn: string;
  /** Its content, which may name a period. */
  cp: string;
  kind: ExchangeKind;
}

/**
 * What a packet says about the request in flight; undefined if it does not belong to it. Answers are matched by QN. An
 * answer whose QN fits nothing belongs to the only request in flight, as in an example of the standard itself; one with
 * the QN of an earlier request (`isEarlier`) does not.
 */
export function readAnswer(
  packet: Packet,
  pending: PendingRequest,
  isEarlier: (qn: string) => boolean,
): ExchangeEvent | undefined {
  const qn = readExchange(packet);
  const isOurs = qn === null || qn === pending.qn || !isEarlier(qn);
  switch (packet.cn) {
    case answerCommand.request:
      return isOurs ? { type: 'accepted', result: readResult(packet, 'QnRtn') } : undefined;
    case answerCommand.execution:
      return isOurs ? { type: 'executed', result: readResult(packet, 'ExeRtn') } : undefined;
    case answerCommand.notice:
      return isOurs && pending.kind === 'notice' ? { type: 'noticed' } : undefined;
    case pending.cn:
      if (!isOurs || (qn !== pending.qn && !isAbout(packet.cp, pending.cp))) return undefined;
      return readDataAnswer(packet, pending, qn);
    default:
      return undefined;
  }
}

/** Packets of data have their own QN, a value has that of the request or of the device's own count. */
function readDataAnswer(
  packet: Packet,
  { kind, cp, qn: asked }: PendingRequest,
  qn: string | null,
): ExchangeEvent | undefined {
  const key = [qn, packet.pnum, packet.pno, packet.cp].join(' ');
  if (kind === 'readData')
    return { type: 'data', isRequested: qn === asked || hasTimeIn(packet.cp, cp), key };
  const isValue = kind === 'readValue' && (qn === null || isOnlyAnswer(packet.cn));
  // What is operated or written may answer with a value as well, under the QN of the request.
  const isAnswer = isValue || (kind !== 'notice' && qn === asked);
  return isAnswer ? { type: 'data', isRequested: true, key } : undefined;
}

/** Whether a packet may be about what a request names: its station information, factor and period. */
function isAbout(data: string, request: string): boolean {
  const [infoId, polId] = [findValue(request, 'InfoId'), findValue(request, 'PolId')];
  if (infoId !== '') {
    const isNamed = readFields(data).some(
      ({ name, value }) => name === `${infoId}-Info` || (name === 'InfoId' && value.trim() === infoId),
    );
    const about = findValue(data, 'PolId');
    if (!isNamed || (polId !== '' && about !== '' && about !== polId)) return false;
  }
  const isTimed = findValue(request, 'BeginTime') !== '' && findValue(data, 'DataTime') !== '';
  return !isTimed || hasTimeIn(data, request);
}

/** Whether data have a time, and it lies in the period that a request names. */
function hasTimeIn(data: string, request: string): boolean {
  const time = findValue(data, 'DataTime');
  const [begin, end] = [findValue(request, 'BeginTime'), findValue(request, 'EndTime')];
  // Times of equal length are in the order of their digits.
  return time !== '' && begin !== '' && begin <= time && time <= end;
}

function findValue(cp: string, name: string): string {
  return (
    readFields(cp)
      .find((field) => field.name === name)
      ?.value.trim() ?? ''
  );
}

const unknownError = 100;
const unknownFailure = 2;

/** The number of the result; one that is missing or cannot be read is a failure of unknown cause. */
function readResult(packet: Packet, name: 'QnRtn' | 'ExeRtn'): number {
  const text = findValue(packet.cp, name);
  if (/^\d{1,4}$/.test(text)) return Number(text);
  return name === 'QnRtn' ? unknownError : unknownFailure;
}
