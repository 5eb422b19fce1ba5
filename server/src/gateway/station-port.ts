import type { sendReadings } from '@limpid/contract/ingest/readings';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Packet } from '@limpid/hj212/packet';
import type { Check } from '@limpid/hj212/segment';

/** The part of a station that the gateway needs. */
export interface StationProfile {
  siteId: number;
  mn: string;
  enabled: boolean;
  /** The zone of its clock. */
  zone: string;
  interval: number;
  /** Null if any password is accepted. */
  password: string | null;
  sm4Required: boolean;
  check: Check;
}

/** The sender of refused bytes. */
interface Origin {
  address: string;
  mn: string;
}

/** A packet of a known station; `isAnswer` if it belongs to a command. */
interface ReceivedPacket<S extends StationProfile> {
  packet: Packet;
  station: S;
  isAnswer: boolean;
}

/** What the gateway needs from the application: it finds stations and stores their packets. `S` is its type of a station. */
export interface StationPort<S extends StationProfile = StationProfile> {
  findStation(mn: string): S | undefined;
  /** Whether a packet belongs to a command that was sent to the station; a promise where the log has to be read. */
  receiveAnswer(packet: Packet, station: S): boolean | Promise<boolean>;
  /** The QN of a request that is no command: answers to it are not taken for those of a command. */
  reserveQn(station: S): string;
  /** Logs that the station has asked for the time, and orders the command that sets its clock. */
  orderClock(packet: Packet, station: S): void;
  /** Logs that the station has asked for the time, and the command that was sent to it; the log does not delay it. */
  recordClock(packet: Packet, station: S, sent: Buffer): void;
  /** Whether the station may use a password that is just being set. */
  acceptsPassword(station: S, password: string | null): boolean;
  /** Whether the station asks for values of a reference station with this command. */
  isReferenceRequest(cn: string, station: S): boolean;
  /** Logs such a request and passes on the frame that answers it; undefined if it could not be answered. */
  answerReferenceRequest(packet: Packet, station: S, onEnd: (frame: Buffer | undefined) => void): void;
  /** Whether packets of the station with this command are stored. */
  isData(cn: string, station: S): boolean;
  /** Stores a packet of data; `onEnd` is called once it is on disk, or has been given up. */
  store(received: ReceivedPacket<S>, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** True while stations have to wait; `onFullChange` listeners are called whenever it changes. */
  readonly full: boolean;
  onFullChange(listener: () => void): void;
  /** Records that a known station has sent a packet, valid or not. */
  recordContact(station: S, packet: Packet, address: string): void;
  /** Records a packet of a station that is not registered. */
  recordUnknown(packet: Packet, address: string): void;
  recordRefusal(origin: Origin, reason: RefusalReason, detail: string | undefined): void;
}

/** A reading that is not a packet. */
type JsonReading = Input<typeof sendReadings>['body'][number];

export interface MqttStationProfile extends StationProfile {
  mqtt: {
    allowed: boolean;
    /** Templates of the device type; without one for answers none are published. */
    topic: string;
    answerTopic: string | null;
  };
}

/** What messages over MQTT need besides. */
export interface MqttStationPort<S extends MqttStationProfile = MqttStationProfile> extends StationPort<S> {
  /** The topics of all device types, as templates. */
  listTopics(): readonly string[];
  /** Reads the JSON of one reading or a list of them; undefined if it is neither. */
  parseJson(text: string): JsonReading[] | undefined;
  storeJson(reading: JsonReading, station: S, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  recordMqttContact(station: S, address: string): void;
}

export type Refuse = (reason: RefusalReason, detail?: string) => void;
