import { answerCommand } from '@limpid/hj212/answers';
import { dataCommand, deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import { createDecoder } from '@limpid/hj212/decoder';
import type { PacketFields } from '@limpid/hj212/encode';
import type { Packet, Version } from '@limpid/hj212/packet';
import type { ChannelValues } from '../air/channels.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { corruptCrc } from '../faults/corrupt-crc.ts';
import { distortValues, type Fault, findFault } from '../faults/faults.ts';
import { writeDigits } from '../local-time.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import { type AnswerBehaviour, planAnswers } from './answer-behaviour.ts';
import { DeviceClock } from './device-clock.ts';
import { executeCommand } from './device-commands.ts';
import { DeviceLog } from './device-log.ts';
import { applyParameters } from './device-parameters.ts';
import { Outbox } from './outbox.ts';
import { ReferenceRequests } from './reference-requests.ts';
import { type PacketItems, writePower, writePowerState, writeRealTime, writeSummary } from './reports.ts';
import { isStationInfo, type SelfReport, writeFirmware, writeSelfReport } from './self-report.ts';

const dataCommands = [dataCommand.realtime, dataCommand.minute, dataCommand.hour] as const;
export type DataCommand = (typeof dataCommands)[number];

export interface DeviceOptions {
  mn: string;
  version: Version;
  st: string;
  zone: string;
  /** The measured values at an epoch millisecond. */
  valuesAt(time: number): ChannelValues;
  /** Adds what happens right beside the instrument to its values. */
  addLocal?(values: ChannelValues, time: number): ChannelValues;
  pw?: string;
  /** SM4 key, 16 bytes, for 2025. */
  key?: Uint8Array;
  /** Seconds between two reports of real-time data, and minutes between two of minute data. */
  interval?: number;
  minuteInterval?: number;
  sends?: readonly DataCommand[];
  faults?: readonly Fault[];
  /** How it answers commands. */
  answers?: AnswerBehaviour;
  /** Executes a command of its maker (3022 to 3999); returns the result (1 is done), undefined for one it does not know. */
  executeOwn?(cn: string, given: ReadonlyMap<string, string>): number | undefined;
  /** Whether it reports its power supply. */
  hasBattery?: boolean;
  /** Whether it reports its start and every entry of its log unasked. */
  reportsEvents?: boolean;
  /** Whether it reports its firmware and signal. */
  selfReport?: SelfReport;
  /** The code with which it asks the platform for values of a reference station, once a day. */
  referenceCode?: string;
}

const heartbeatMs = MINUTE_MS;
/** The report of a logger that has been switched on. */
const startReport = '2081';

/** A station without its socket: produces the frames to send and answers commands. */
export class Device {
  readonly options: DeviceOptions;
  readonly outbox: Outbox;
  readonly clock: DeviceClock;
  pw: string;
  interval: number;
  minuteInterval: number;
  isReporting = true;
  /** Parameters of its instruments, by factor and InfoId. */
  readonly parameters = new Map<string, string>();
  readonly log = new DeviceLog();
  readonly references: ReferenceRequests;
  readonly #sends: readonly DataCommand[];
  readonly #decoder;
  readonly #next: Record<DataCommand, number> = {
    [dataCommand.realtime]: 0,
    [dataCommand.minute]: 0,
    [dataCommand.hour]: 0,
  };
  #heartbeat = 0;
  /** What it last reported of its power supply; null before the first report. */
  #onBattery: boolean | null = null;
  /** Answers to commands that are sent later. */
  #delayed: { at: number; bytes: Buffer; isRest: boolean }[] = [];
  #lastQn = 0;
  #frames = 0;
  #isStarted = false;

  constructor(options: DeviceOptions) {
    this.options = options;
    const { key, pw = '123456', interval = 60, minuteInterval = 10, zone, faults = [] } = options;
    this.pw = pw;
    this.#sends = options.sends ?? dataCommands;
    this.interval = interval;
    this.minuteInterval = minuteInterval;
    this.outbox = new Outbox({ key });
    this.clock = new DeviceClock(zone, faults);
    this.#decoder = createDecoder({ key });
    this.references = new ReferenceRequests(options.referenceCode, options.mn);
  }

  /** Whether the network is available. */
  isReachable(now: number): boolean {
    return !this.#has('offline', now) && !this.#has('lateBatch', now);
  }

  /** Measures what is due; returns frames only while it is `connected`. */
  tick(now: number, connected = true): Buffer[] {
    this.#start(now);
    for (const cn of this.#sends) this.#measure(cn, now);
    this.#reportPower(now);
    const request = this.references.take(now);
    if (request !== undefined) this.outbox.add(this.writeData(request, this.clock.read(now), [], now));
    if (!connected) return [];
    const delayed = this.#takeDelayed(now);
    // Nothing is sent in the middle of a frame.
    if (this.#delayed[0]?.isRest) return delayed;
    return [
      ...delayed,
      ...this.#notify(now),
      ...this.outbox.take(now).map((frame) => this.#damage(frame, now)),
    ];
  }

  /** The time at which `tick` has something to do next. */
  dueAt(now: number): number {
    const times = this.#sends.map((cn) => this.#next[cn] - this.clock.errorAt(now));
    const delayed = this.#delayed.map(({ at }) => at);
    return Math.max(Math.min(...times, ...delayed, this.outbox.dueAt()), now);
  }

  receive(chunk: Uint8Array, now: number): Buffer[] {
    return this.#decoder.push(chunk).flatMap((one) => (one.ok ? this.#answer(one.packet, now) : []));
  }

  disconnect(): void {
    this.#decoder.end();
    this.#heartbeat = 0;
    this.#delayed = [];
    this.outbox.disconnect();
  }

  /** A unique QN for every packet. */
  nextQn(now: number): string {
    this.#lastQn = Math.max(this.clock.read(now), this.#lastQn + 10);
    return writeDigits(this.#lastQn, this.options.zone);
  }

  writeData(cn: string, time: number, items: PacketItems, now: number, wantsAnswer = true): PacketFields {
    const { mn, version, st, zone } = this.options;
    const dataTime = { name: 'DataTime', value: writeDigits(time, zone).slice(0, 14) };
    // Packets that a station of 2005 sends by itself have no QN.
    const qn = version === '2005' ? null : this.nextQn(now);
    return { version, qn, st, cn, pw: this.pw, mn, wantsAnswer, items: [[dataTime], ...items] };
  }

  /** Adds an entry to the log of the logger. */
  note(text: string, now: number): void {
    this.log.add(this.clock.read(now), text);
    if (!this.options.reportsEvents || this.options.version === '2005') return;
    const items = [[this.log.write('i21001', text)]];
    this.outbox.add(this.writeData(String(deviceCommand.readParameter), this.clock.read(now), items, now));
  }

  #start(now: number): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.options.reportsEvents) {
      const time = this.clock.read(now);
      const value = writeDigits(time, this.options.zone).slice(0, 14);
      this.outbox.add(this.writeData(startReport, time, [[{ name: 'RestartTime', value }]], now));
    }
    this.note('start', now);
    this.#reportFirmware(now);
  }

  /** Reports the version of its program once, if that is station information (3020). */
  #reportFirmware(now: number): void {
    const { selfReport, version } = this.options;
    if (!selfReport || version === '2005' || !isStationInfo(selfReport.firmware.code)) return;
    const field = writeFirmware(selfReport);
    // A platform that asks for it gets the same answer.
    this.parameters.set(` ${selfReport.firmware.code}`, field.value);
    const cn = String(deviceCommand.readParameter);
    this.outbox.add(this.writeData(cn, this.clock.read(now), [[field]], now));
  }

  /** Whether it was without power from one moment to another, so that it has measured nothing. */
  wasOff(from: number, to: number): boolean {
    const { faults = [] } = this.options;
    return faults.some((fault) => fault.kind === 'offline' && fault.from <= from && fault.to >= to);
  }

  /** The means of `[from, from + span)` as minute, hour or day data. */
  summarise(from: number, span: number, samples: number): PacketItems {
    const moments = Array.from({ length: samples }, (_, index) => from + (index * span) / samples);
    return writeSummary(
      moments.map((time) => this.#read(time)),
      this.options.version,
    );
  }

  #answer(packet: Packet, now: number): Buffer[] {
    if (packet.cn === answerCommand.data) this.outbox.acknowledge(packet);
    if (this.references.receive(packet) || packet.cn.startsWith('9')) return [];
    const { answers = 'prompt' } = this.options;
    const planned = planAnswers(answers, packet, (one) => executeCommand(this, one, now));
    this.#delayed.push(
      ...planned.map(({ afterMs, bytes, isRest = false }) => ({ at: now + afterMs, bytes, isRest })),
    );
    return this.#takeDelayed(now);
  }

  #takeDelayed(now: number): Buffer[] {
    const due = this.#delayed.filter(({ at }) => at <= now);
    this.#delayed = this.#delayed.filter(({ at }) => at > now);
    return due.map(({ bytes }) => bytes);
  }

  #measure(cn: DataCommand, now: number): void {
    const spans = {
      [dataCommand.realtime]: this.interval * 1000,
      [dataCommand.minute]: this.minuteInterval * MINUTE_MS,
      [dataCommand.hour]: HOUR_MS,
    };
    const span = spans[cn];
    const deviceTime = this.clock.read(now);
    const turn = Math.floor(deviceTime / span) * span;
    const isFirst = this.#next[cn] === 0;
    const isRealtime = cn === dataCommand.realtime;
    if (isFirst && !isRealtime) this.#next[cn] = turn + span;
    if (deviceTime < this.#next[cn]) return;
    this.#next[cn] = turn + span;
    if (this.#has('offline', now) || (isRealtime && !this.isReporting)) return;
    // Means are labelled by the start of their period, which has ended by now.
    const begin = isRealtime ? turn : turn - span;
    const seen = begin - this.clock.errorAt(now);
    if (this.#has('withheld', seen)) return;
    const items = isRealtime
      ? this.#writeMoment(seen)
      : this.summarise(seen, span, cn === dataCommand.minute ? 10 : 12);
    this.outbox.add(this.writeData(cn, begin, items, now));
  }

  #writeMoment(time: number): PacketItems {
    const { hasBattery, version, selfReport, mn } = this.options;
    return [
      ...writeRealTime(this.#read(time), version),
      ...(hasBattery ? writePower(this.#has('standbyPower', time)) : []),
      ...(selfReport ? writeSelfReport(selfReport, mn, time) : []),
    ];
  }

  /** Reports that the mains failed or returned (3020), which stations of 2005 cannot. */
  #reportPower(now: number): void {
    const { faults = [], version } = this.options;
    const hasReports = version !== '2005' && faults.some(({ kind }) => kind === 'standbyPower');
    const onBattery = this.#has('standbyPower', now);
    if (!hasReports || onBattery === this.#onBattery || this.#has('offline', now)) return;
    this.#onBattery = onBattery;
    const cn = String(deviceCommand.readParameter);
    this.outbox.add(this.writeData(cn, this.clock.read(now), writePowerState(onBattery), now));
  }

  #read(time: number): ChannelValues {
    const { faults = [], valuesAt, addLocal } = this.options;
    const values = distortValues(faults, time, valuesAt);
    return applyParameters(addLocal?.(values, time) ?? values, this.parameters);
  }

  /** Sends heartbeats (since 2025) and a time request while the clock is wrong. */
  #notify(now: number): Buffer[] {
    const { mn, version, st } = this.options;
    if (now < this.#heartbeat) return [];
    this.#heartbeat = now + heartbeatMs;
    const header = () => ({ version, qn: this.nextQn(now), st, pw: this.pw, mn });
    const frames = version === '2025' ? [encodeCommand(deviceCommand.heartbeat, header(), {})] : [];
    if (this.clock.isWrong(now)) frames.push(encodeCommand(deviceCommand.requestTime, header(), {}));
    return frames;
  }

  #damage(frame: Buffer, now: number): Buffer {
    const fault = findFault(this.options.faults ?? [], 'badCrc', now);
    const draw = randomUnit(deriveSeed(0, this.options.mn), this.#frames++);
    return fault && draw < (fault.amount ?? 0.3) ? corruptCrc(frame) : frame;
  }

  #has(kind: Fault['kind'], now: number): boolean {
    return findFault(this.options.faults ?? [], kind, now) !== undefined;
  }
}
