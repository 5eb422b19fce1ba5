import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import { createDecoder } from '@limpid/hj212/decoder';
import type { Packet } from '@limpid/hj212/packet';
import { makeTopic, readTopic } from '../../platform/mqtt/topic.rule.ts';
import { dispatchPacket, matchesPassword } from '../dispatch.ts';
import type { AccessGuard } from '../guard.ts';
import type { MqttStationPort, MqttStationProfile } from '../station-port.ts';

/** The dependencies that all messages share. */
export interface MessageContext {
  port: MqttStationPort;
  guard: AccessGuard;
  now(): number;
  /** Publishes an answer. */
  answer(topic: string, frame: Buffer): void;
  /** Reports an internal error. */
  onFault(error: unknown): void;
}

/** `failed` if a part of it could not be stored, though it was not refused. */
export type MessageOutcome = 'stored' | 'refused' | 'failed';

/** A larger payload is refused. */
export const maxPayload = 256 * 1024;
const longestDetail = 100;

/** Stores the packets or readings of a message; `onEnd` is called once, when all of them are on disk or refused. */
export function handleMessage(
  context: MessageContext,
  { topic, payload }: { topic: string; payload: Buffer },
  onEnd: (outcome: MessageOutcome) => void,
): void {
  new MessageHandling(context, topic, onEnd).run(payload);
}

class MessageHandling {
  readonly #context: MessageContext;
  readonly #topic: string;
  readonly #onEnd: (outcome: MessageOutcome) => void;
  #mn = '';
  /** One for the message itself, and one for each of its parts. */
  #open = 1;
  #stored = false;
  #failed = false;

  constructor(context: MessageContext, topic: string, onEnd: (outcome: MessageOutcome) => void) {
    this.#context = context;
    this.#topic = topic;
    this.#onEnd = onEnd;
  }

  run(payload: Buffer): void {
    this.#guard(() => {
      const station = this.#findStation(payload);
      if (station) this.#read(station, payload);
    });
    this.#settle();
  }

  /** An internal error concerns this message only; what is left of it counts as not stored. */
  #guard(work: () => void, onError: () => void = () => undefined): void {
    try {
      work();
    } catch (error) {
      this.#failed = true;
      this.#context.onFault(error);
      onError();
    }
  }

  #settle(): void {
    this.#open--;
    if (this.#open > 0) return;
    if (this.#failed) this.#onEnd('failed');
    else this.#onEnd(this.#stored ? 'stored' : 'refused');
  }

  /** Waits for a part of the message; the returned function ends it. */
  #begin(): (isDone: boolean) => void {
    this.#open++;
    let isOver = false;
    return (isDone) => {
      if (isOver) return;
      isOver = true;
      this.#stored ||= isDone;
      this.#settle();
    };
  }

  readonly #refuse = (reason: RefusalReason, detail?: string): void => {
    if (reason === 'storage') this.#failed = true;
    const origin = { address: `mqtt ${this.#topic}`, mn: this.#mn };
    this.#context.port.recordRefusal(origin, reason, detail);
  };

  /** The station whose topic this is, if it may publish. */
  #findStation(payload: Buffer): MqttStationProfile | undefined {
    const { port } = this.#context;
    const named = port.listTopics().flatMap((template) => readTopic(template, this.#topic) ?? []);
    const found = named.flatMap((mn) => port.findStation(mn) ?? []);
    const station = found.find(
      ({ mn, mqtt }) => makeTopic(mqtt.topic, mn).toUpperCase() === this.#topic.toUpperCase(),
    );
    this.#mn = (station ?? found[0])?.mn ?? '';
    if (found.length === 0) this.#refuseUnknown(named[0] ?? '', payload);
    else if (!station) this.#refuse('topic', this.#topic);
    else if (!station.enabled) this.#refuse('stopped');
    else if (!station.mqtt.allowed) this.#refuse('mqtt');
    else return station;
    return undefined;
  }

  #refuseUnknown(mn: string, payload: Buffer): void {
    for (const one of createDecoder({ crc: 'none' }).push(payload.subarray(0, maxPayload)))
      if (one.ok && one.packet.mn === mn) this.#context.port.recordUnknown(one.packet, `mqtt ${this.#topic}`);
    this.#refuse('unregistered', mn);
  }

  #read(station: MqttStationProfile, payload: Buffer): void {
    if (payload.length > maxPayload) return this.#refuse('length', `${payload.length}`);
    const text = payload.toString('latin1').trimStart();
    if (!/^[[{]/.test(text) && text.includes('##')) return this.#readFrames(station, payload);
    const readings = this.#context.port.parseJson(payload.toString());
    if (!readings) return this.#refuse('json', payload.toString().slice(0, longestDetail));
    const passwords = new Set(readings.map(({ pw }) => pw ?? null));
    for (const pw of passwords) if (!this.#authorise(station, pw, false)) return;
    this.#context.port.recordMqttContact(station, `mqtt ${this.#topic}`);
    for (const reading of readings)
      this.#context.port.storeJson(reading, station, this.#refuse, this.#begin());
  }

  #readFrames(station: MqttStationProfile, payload: Buffer): void {
    const checkOf = (mn: string) => this.#context.port.findStation(mn)?.check;
    const decoder = createDecoder({ checkOf });
    for (const one of [...decoder.push(payload), ...decoder.end()]) {
      if (one.ok) this.#receive(station, one.packet);
      else this.#refuse(one.reason, one.detail);
    }
  }

  #receive(station: MqttStationProfile, packet: Packet): void {
    const { port, now, answer } = this.#context;
    if (packet.mn?.toUpperCase() !== station.mn.toUpperCase())
      return this.#refuse('mn', packet.mn ?? undefined);
    if (!this.#authorise(station, packet.pw, packet.encrypted)) return;
    port.recordContact(station, packet, `mqtt ${this.#topic}`);
    const { answerTopic } = station.mqtt;
    const end = this.#begin();
    const guard = (work: () => void) => this.#guard(work, () => end(false));
    const sender = {
      now,
      takesCommands: false,
      refuse: this.#refuse,
      send: (frame: Buffer) => {
        if (answerTopic !== null) answer(makeTopic(answerTopic, station.mn), frame);
      },
      guard,
    };
    guard(() => dispatchPacket(port, packet, station, sender, end));
  }

  /**
   * Judged like the first packet of a new connection. A broker does not tell who has published, so that each topic counts
   * as an address.
   */
  #authorise(station: MqttStationProfile, password: string | null, isEncrypted: boolean): boolean {
    const { guard, port, now } = this.#context;
    const verdict = guard.judge(
      {
        siteId: station.siteId,
        network: `mqtt ${station.mn}`,
        hasPassword: station.password !== null,
        passwordMatches: matchesPassword(port, station, password),
        isPlaintext: station.sm4Required && !isEncrypted,
        isKnown: false,
        isTrusted: false,
      },
      now(),
    );
    if (!verdict.accepted) for (const reason of verdict.reasons) this.#refuse(reason);
    return verdict.accepted;
  }
}
