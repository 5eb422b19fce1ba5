import type { JogMode } from '@limpid/modbus/relay-board';

/** Where a relay board has the relay of a cannon, and how it is read. */
export interface RelaySettings {
  unit: number;
  coil: number;
  /** The discrete input of a contact that closes while the pump runs. */
  feedbackInput: number | null;
  /** The mode of the board's jog register; null if the platform ends a jog. */
  jogMode: JogMode | null;
}

/** How a state is written in a JSON document or as a text. */
export interface StateFormat {
  path: string | null;
  onText: string;
  /** Null: whatever is not on is off. */
  offText: string | null;
}

export interface HttpCall {
  url: string;
  body: string | null;
}

export interface HttpSettings {
  driver: 'http';
  account: string | null;
  password: string | null;
  token: { url: string; body: string | null; path: string } | null;
  /** `Name: value`. */
  authHeader: string | null;
  method: 'POST' | 'GET' | 'PUT';
  contentType: 'json' | 'form';
  on: HttpCall;
  off: HttpCall;
  jog: HttpCall | null;
  state: ({ url: string } & StateFormat) | null;
  ok: { path: string; text: string } | null;
}

export interface MqttSettings {
  driver: 'mqtt';
  /** Null: the broker of this installation. */
  brokerUrl: string | null;
  account: string | null;
  password: string | null;
  commandTopic: string;
  onBody: string;
  offBody: string;
  jogBody: string | null;
  state: ({ topic: string } & StateFormat) | null;
  status: { topic: string; onlineText: string } | null;
}

export interface StationSettings {
  driver: 'hj212';
  siteId: number;
  onCommandId: number;
  offCommandId: number;
  jog: { commandId: number; param: string } | null;
}

export interface TcpRelaySettings extends RelaySettings {
  driver: 'modbusTcp';
  host: string;
  port: number;
}

interface DtuRelaySettings extends RelaySettings {
  driver: 'modbusDtu';
  registration: string;
  password: string | null;
}

/** One shape per driver. */
export type DriverSettings =
  | TcpRelaySettings
  | DtuRelaySettings
  | HttpSettings
  | MqttSettings
  | StationSettings;
