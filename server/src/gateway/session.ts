import type { Socket } from 'node:net';
import type { CloseReason } from '@limpid/contract/device/device-page';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import { readStationHeader, type StationHeader } from '@limpid/hj212/commands';
import { createDecoder, type Decoded, type Decoder } from '@limpid/hj212/decoder';
import { needsEncryption } from '@limpid/hj212/encode';
import type { Packet, Version } from '@limpid/hj212/packet';
import { sm4Block } from '@limpid/hj212/sm4';
import { readNetwork } from '../platform/http/address.rule.ts';
import { dispatchPacket, matchesPassword } from './dispatch.ts';
import { FrameRings } from './frame-ring.ts';
import type { AccessGuard } from './guard.ts';
import type { GatewayLimits } from './limits.ts';
import type { StationPort, StationProfile } from './station-port.ts';

/** The dependencies that the sessions of a gateway share. */
export interface SessionContext {
  stationPort: StationPort;
  limits: GatewayLimits;
  guard: AccessGuard;
  now(): number;
  /** The session now serves this station; an older session of it is closed. */
  claim(session: StationSession, mn: string): void;
  /** The session no longer serves this station: its password has become wrong, or it has connected elsewhere. */
  withdraw(session: StationSession, mn: string, why: CloseReason): void;
  onClose(session: StationSession, why: CloseReason): void;
  /** Reports an internal error. */
  onFault(error: unknown): void;
}

/** Whether the standard sends a packet as plain text although the station has a key. */
function isPlainBySm4({ cn, cp }: Packet): boolean {
  return !needsEncryption(cn) || Buffer.byteLength(cp) < sm4Block;
}

/** One connection of a station: decodes its bytes, checks access, answers, and applies the limits. */
export class StationSession {
  readonly number: number;
  readonly address: string;
  /** The network by which failures are counted. */
  readonly network: string;
  readonly connectedAt: number;
  readonly reasons = new Map<RefusalReason, number>();
  /** The stations that have sent accepted packets, with their sites: mostly one, several behind a concentrator. */
  readonly stations = new Map<string, number>();
  /** Since when the session serves each of them. */
  readonly servedSince = new Map<string, number>();
  readonly frames = new FrameRings();
  mn = '';
  /** How each station presents itself in its packets: commands repeat it. */
  readonly headers = new Map<string, StationHeader>();
  siteId: number | null = null;
  version: Version | null = null;
  packets = 0;
  bytes = 0;
  refused = 0;
  lastSeen: number;
  readonly #socket: Socket;
  readonly #context: SessionContext;
  readonly #decoder: Decoder;
  #interval = 0;
  #inFlight = 0;
  /** The start of each running timeout, 0 if it does not run; paused time is not counted. */
  readonly #since = { frame: 0, greeting: 0, silence: 0 };
  #unreadSince = 0;
  #pausedAt = 0;
  /** Stations that have proven a password or an SM4 key here; with one of them the connection is trusted. */
  readonly #proven = new Set<string>();
  /** Stations that have sent encrypted data here. */
  readonly #encrypted = new Set<string>();
  /** Set while a refused connection is held: nothing is read, and the timer closes it. */
  #holdTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, number: number, context: SessionContext) {
    this.number = number;
    this.#socket = socket;
    this.#context = context;
    this.address = `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`;
    this.network = readNetwork(socket.remoteAddress ?? '?');
    this.connectedAt = context.now();
    this.lastSeen = this.connectedAt;
    this.#since.greeting = this.connectedAt;
    this.#since.silence = this.connectedAt;
    const checkOf = (mn: string) => context.stationPort.findStation(mn)?.check;
    this.#decoder = createDecoder({ checkOf, keepsRaw: true });
    socket.setNoDelay(true).setKeepAlive(true, MINUTE_MS);
    socket.on('data', (chunk) => this.#guard(() => this.#receive(chunk)));
    socket.on('drain', () => this.regulate());
    socket.on('error', () => undefined);
    socket.on('end', () => this.#guard(() => this.#handleAll(this.#decoder.end())));
    socket.on('close', () => context.onClose(this, 'station'));
    this.regulate();
  }

  close(why: CloseReason): void {
    clearTimeout(this.#holdTimer);
    this.#context.onClose(this, why);
    this.#socket.destroy();
  }

  /** Pauses or resumes reading, by packets in flight, unread answers and the shared queue. */
  regulate(): void {
    const { limits, stationPort } = this.#context;
    const isHeld = this.#holdTimer !== undefined;
    const waiting =
      isHeld || this.#inFlight >= limits.inFlight || stationPort.full || this.#socket.writableNeedDrain;
    if (waiting === this.#socket.isPaused()) return;
    const now = this.#context.now();
    if (waiting) {
      this.#pausedAt = now;
      this.#socket.pause();
    } else {
      this.#extend(now - this.#pausedAt);
      this.#socket.resume();
    }
  }

  #extend(waited: number): void {
    const since = this.#since;
    if (since.frame > 0) since.frame += waited;
    if (since.greeting > 0) since.greeting += waited;
    since.silence += waited;
  }

  /** The reason to close this connection; undefined if there is none. */
  findFault(now: number): CloseReason | undefined {
    const { limits } = this.#context;
    const lasted = (since: number, limit: number) => since > 0 && now - since > limit;
    this.#unreadSince = this.#socket.writableNeedDrain ? this.#unreadSince || now : 0;
    if (lasted(this.#unreadSince, limits.unread)) return 'unreadAnswers';
    if (this.#socket.isPaused()) return undefined;
    if (lasted(this.#since.frame, limits.frame)) return 'endlessFrame';
    if (lasted(this.#since.greeting, limits.greeting)) return 'noStation';
    if (lasted(this.#since.silence, Math.max(limits.silence, this.#interval * 3000))) return 'silent';
    return undefined;
  }

  /** Whether the station has missed a report. */
  isOverdue(now: number): boolean {
    return now - this.lastSeen > this.#interval * SECOND_MS;
  }

  /** An internal error closes this connection only. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#context.onFault(error);
      this.close('fault');
    }
  }

  #receive(chunk: Buffer): void {
    const now = this.#context.now();
    this.lastSeen = now;
    this.#since.silence = now;
    this.bytes += chunk.length;
    const found = this.#decoder.push(chunk);
    this.#handleAll(found);
    const complete = found.some(({ ok }) => ok);
    if (this.#decoder.pending === 0) this.#since.frame = 0;
    else if (complete || this.#since.frame === 0) this.#since.frame = now;
    this.regulate();
  }

  #handleAll(found: readonly Decoded[]): void {
    for (const one of found) {
      if (this.#holdTimer) return;
      if (one.ok) this.#handle(one.packet, one.raw);
      else this.#refuse(one.reason, one.detail);
    }
  }

  #refuse(reason: RefusalReason, detail?: string, mn = this.mn): void {
    this.refused++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.#context.stationPort.recordRefusal({ address: this.address, mn }, reason, detail);
  }

  #handle(packet: Packet, raw: string): void {
    const { stationPort } = this.#context;
    this.packets++;
    this.version = packet.version;
    if (!packet.mn) return this.#refuse('mn');
    const station = stationPort.findStation(packet.mn);
    if (!station) {
      stationPort.recordUnknown(packet, this.address);
      return this.#refuse('unregistered', packet.mn);
    }
    if (!station.enabled) return this.#refuse('stopped', undefined, station.mn);
    if (!this.#authorise(packet, station)) return;
    if (packet.encrypted) this.#encrypted.add(station.mn);
    if (packet.encrypted || station.password !== null) this.#proven.add(station.mn);
    this.#claim(station);
    this.frames.add(station.mn, this.lastSeen, false, raw);
    this.headers.set(station.mn, readStationHeader(packet, this.headers.get(station.mn)));
    stationPort.recordContact(station, packet, this.address);
    this.#dispatch(packet, station);
  }

  /** Whether the packet is accepted; a refusal is counted and may close the connection. */
  #authorise(packet: Packet, station: StationProfile): boolean {
    const { guard, now, stationPort } = this.#context;
    const passwordMatches = matchesPassword(stationPort, station, packet.pw);
    if (!passwordMatches) this.withdraw(station.mn, 'refused');
    const verdict = guard.judge(
      {
        siteId: station.siteId,
        network: this.network,
        hasPassword: station.password !== null,
        passwordMatches,
        // What is never encrypted proves nothing, so it is accepted only after encrypted data.
        isPlaintext:
          station.sm4Required &&
          !packet.encrypted &&
          !(this.#encrypted.has(station.mn) && isPlainBySm4(packet)),
        isKnown: this.stations.has(station.mn),
        isTrusted: this.#proven.size > 0,
      },
      now(),
    );
    if (verdict.accepted) return true;
    for (const reason of verdict.reasons) this.#refuse(reason, undefined, station.mn);
    if (verdict.holdMs > 0) this.#endAfter(verdict.holdMs);
    return false;
  }

  /** Ends the acceptance of a station: its password has changed, or another sender uses its connection. */
  withdraw(mn: string, why: CloseReason): void {
    this.#proven.delete(mn);
    this.#encrypted.delete(mn);
    if (!this.stations.delete(mn)) return;
    if (this.stations.size === 0) this.#since.greeting = this.#context.now();
    this.#context.withdraw(this, mn, why);
  }

  /** Stops reading and closes late: the delay slows down guessing. */
  #endAfter(holdMs: number): void {
    this.#holdTimer = setTimeout(() => this.close('refused'), holdMs);
    this.regulate();
  }

  #claim(station: StationProfile): void {
    this.#since.greeting = 0;
    this.#interval = station.interval;
    this.mn = station.mn;
    this.siteId = station.siteId;
    const isNew = !this.stations.has(station.mn);
    this.stations.set(station.mn, station.siteId);
    if (!isNew) return;
    // The connection was opened for its first station.
    const since = this.servedSince.size === 0 ? this.connectedAt : this.#context.now();
    this.servedSince.set(station.mn, since);
    this.#context.claim(this, station.mn);
  }

  #dispatch(packet: Packet, station: StationProfile): void {
    const { stationPort, now } = this.#context;
    this.#inFlight++;
    const sender = {
      now,
      takesCommands: true,
      refuse: (reason: RefusalReason, detail?: string) => this.#refuse(reason, detail, station.mn),
      send: (frame: Buffer) => this.send(station.mn, frame),
      guard: (work: () => void) => this.#guard(work),
    };
    dispatchPacket(stationPort, packet, station, sender, () => {
      this.#inFlight--;
      this.regulate();
    });
  }

  /** Sends a frame to a station; false if the connection is closing. */
  send(mn: string, frame: Buffer): boolean {
    if (!this.#socket.writable) return false;
    this.#socket.write(frame);
    this.frames.add(mn, this.#context.now(), true, frame.toString('latin1'));
    return true;
  }
}
