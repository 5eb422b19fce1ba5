import type { StationHeader } from '@limpid/hj212/commands';
import type { Packet } from '@limpid/hj212/packet';
import type { SiteDevice } from '../../reading/model.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import type { RequestNumbers } from './request-numbers.ts';
import type { StationPasswords } from './station-passwords.ts';

/** The connection that serves a station. */
export interface StationConnection {
  number: number;
  /** Since when it serves the station. */
  connectedAt: number;
  /** How the station presents itself. */
  header: StationHeader;
}

/** The stations that are connected to this process. */
interface StationLink {
  /** Undefined if the station is not connected here. */
  findConnection(mn: string): StationConnection | undefined;
  /** Closes the connection of a station that has sent nothing since this time, nor what it reports by itself. */
  closeIfDead(mn: string, since: number): void;
  /** Later commands to the station carry this password. */
  changePassword(mn: string, pw: string): void;
  /** The last frames of a station, oldest first; undefined if it is not connected here. */
  listFrames(mn: string): { isSent: boolean; raw: string }[] | undefined;
  /** Whether the frame could be written: not if another connection serves the station now. */
  send(mn: string, frame: Buffer, connection: StationConnection): boolean;
}

export interface RunnerOptions {
  directory: {
    findByMn(mn: string): SiteDevice | undefined;
    findBySite(siteId: number): SiteDevice | undefined;
    channels(): readonly StoredChannel[];
  };
  link: StationLink;
  numbers: RequestNumbers;
  passwords: StationPasswords;
  /** Looks at what devices have said about K and B: one site, or all. */
  confirmCoefficients(siteId?: number): Promise<void>;
  /** Names this process among those with a gateway. */
  process: string;
  /** The state of a command was stored. */
  onProgress(logId: number): void;
}

/** Sends commands to the stations that are connected to this process, one at a time for each, and follows their answers. */
export interface CommandRunner {
  /** Reads an answer; false if the packet has nothing to do with a command. Where only the log knows, it says so later. */
  receive(packet: Packet, device: SiteDevice): boolean | Promise<boolean>;
  /** An answer with the channel that its command has asked for, if it names none. */
  completeAnswer(packet: Packet, device: SiteDevice): Packet;
  /** Sends what waits for a station. */
  attend(mn: string): void;
  close(): Promise<void>;
}
