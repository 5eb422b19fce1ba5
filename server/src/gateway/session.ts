import type { Socket } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import { type AnswerPacket, encodeAnswer } from '@limpid/hj212/answers';
import { encodeCommand } from '@limpid/hj212/commands';
import { createDecoder, type Decoded, type Decoder } from '@limpid/hj212/decoder';
import type { Packet, Version } from '@limpid/hj212/packet';
import { sm4Block } from '@limpid/hj212/sm4';
import { networkOf } from '../platform/http/address.rule.ts';
import { formatDigits } from './device-time.ts';
import type { AccessGuard } from './guard.ts';
import type { GatewayLimits } from './limits.ts';
import type { Refuse, StationPort, StationProfile } from './station-port.ts';

/** What the sessions of one gateway share. */
export interface SessionContext {
  stationPort: StationPort;
  limits: GatewayLimits;
  guard: AccessGuard;
  now(): number;
  /** A session speaks for a station from now on; the one that did before has to go. */
  claim(session: StationSession, mn: string): void;
  /** A session speaks for a station no longer: its password is wrong now. */
  withdraw(session: StationSession, mn: string): void;
  onClose(session: StationSession, why: string): void;
  /** Something here went wrong that no station can be blamed for. */
  onFault(error: unknown): void;
}

/** Answers of a station to what it was asked; nothing is asked of it yet but to set its clock. */
const responseCommands = new Set(['9011', '9012', '9013', '9014']);
const standardCommand = /^(1\d{3}|20[0-9]{2}|2111|30\d\d|9015)$/;

function isTooShortForSm4(cp: string): boolean {
  return Buffer.byteLength(cp) < sm4Block;
}

/** One connection: its bytes, what they mean, what is answered, and how much of it there may be. */
export class StationSession {
  readonly number: number;
  readonly address: string;
  /** The address as far as failures are counted by it. */
  readonly network: string;
  readonly connectedAt: number;
  readonly reasons = new Map<RefusalReason, number>();
  /** The stations it has spoken for: mostly one, several behind a concentrator. The last of them is shown. */
  readonly stations = new Set<string>();
  mn = '';
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
  /** Since when the other end owes us something; 0 where it owes nothing. Time in which we do not read is not its own. */
  readonly #since = { frame: 0, greeting: 0, silence: 0 };
  #unreadSince = 0;
  #pausedAt = 0;
  /** Stations that have shown a password or enciphered data here; while there is one, the connection is trusted. */
  readonly #proven = new Set<string>();
  /** Stations that have sent enciphered data here. */
  readonly #enciphered = new Set<string>();
  /** Set once the connection is read no further; it ends when the timer fires. */
  #hold: NodeJS.Timeout | undefined;

  constructor(socket: Socket, number: number, context: SessionContext) {
    this.number = number;
    this.#socket = socket;
    this.#context = context;
    this.address = `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`;
    this.network = networkOf(socket.remoteAddress ?? '?');
    this.connectedAt = context.now();
    this.lastSeen = this.connectedAt;
    this.#since.greeting = this.connectedAt;
    this.#since.silence = this.connectedAt;
    this.#decoder = createDecoder({ checkOf: (mn) => context.stationPort.findStation(mn)?.check });
    socket.setNoDelay(true).setKeepAlive(true, MINUTE_MS);
    socket.on('data', (chunk) => this.#guard(() => this.#receive(chunk)));
    socket.on('drain', () => this.regulate());
    socket.on('error', () => undefined);
    socket.on('end', () => this.#guard(() => this.#take(this.#decoder.end())));
    socket.on('close', () => context.onClose(this, 'closed by the station'));
    this.regulate();
  }

  close(why: string): void {
    clearTimeout(this.#hold);
    this.#context.onClose(this, why);
    this.#socket.destroy();
  }

  /** Reads on, or waits: for the disk, for the other end to read, for room in the queue of all. */
  regulate(): void {
    const { limits, stationPort } = this.#context;
    const isHeld = this.#hold !== undefined;
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

  /** Why this connection should not go on, if there is a reason. */
  findFault(now: number): string | undefined {
    const { limits } = this.#context;
    const lasted = (since: number, limit: number) => since > 0 && now - since > limit;
    this.#unreadSince = this.#socket.writableNeedDrain ? this.#unreadSince || now : 0;
    if (lasted(this.#unreadSince, limits.unread)) return 'does not read its answers';
    if (this.#socket.isPaused()) return undefined;
    if (lasted(this.#since.frame, limits.frame)) return 'a frame that does not end';
    if (lasted(this.#since.greeting, limits.greeting)) return 'no station';
    if (lasted(this.#since.silence, Math.max(limits.silence, this.#interval * 3000))) return 'silent';
    return undefined;
  }

  /** A fault of ours ends this connection and no other. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#context.onFault(error);
      this.close('a fault of the gateway');
    }
  }

  #receive(chunk: Buffer): void {
    const now = this.#context.now();
    this.lastSeen = now;
    this.#since.silence = now;
    this.bytes += chunk.length;
    const found = this.#decoder.push(chunk);
    this.#take(found);
    const complete = found.some(({ ok }) => ok);
    if (this.#decoder.pending === 0) this.#since.frame = 0;
    else if (complete || this.#since.frame === 0) this.#since.frame = now;
    this.regulate();
  }

  #take(found: readonly Decoded[]): void {
    for (const one of found) {
      if (this.#hold) return;
      if (one.ok) this.#handle(one.packet);
      else this.#refuse(one.reason, one.detail);
    }
  }

  #refuse(reason: RefusalReason, detail?: string, mn = this.mn): void {
    this.refused++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.#context.stationPort.recordRefusal({ address: this.address, mn }, reason, detail);
  }

  #handle(packet: Packet): void {
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
    if (!this.#admit(packet, station)) return;
    if (packet.encrypted) this.#enciphered.add(station.mn);
    if (packet.encrypted || station.password !== null) this.#proven.add(station.mn);
    this.#greet(station);
    stationPort.recordContact(station, packet, this.address);
    this.#obey(packet, station);
  }

  /** Whether the packet may be taken; otherwise it is counted, and the connection may come to its end. */
  #admit(packet: Packet, station: StationProfile): boolean {
    const { guard, now } = this.#context;
    const passwordMatches = station.password === null || station.password === packet.pw;
    if (!passwordMatches) this.#withdraw(station.mn);
    const verdict = guard.judge(
      {
        siteId: station.siteId,
        network: this.network,
        hasPassword: station.password !== null,
        passwordMatches,
        // Data too short to be enciphered prove nothing: they are accepted after data that do.
        isPlaintext:
          station.sm4Required &&
          !packet.encrypted &&
          !(this.#enciphered.has(station.mn) && isTooShortForSm4(packet.cp)),
        isKnown: this.stations.has(station.mn),
        isTrusted: this.#proven.size > 0,
      },
      now(),
    );
    if (verdict.accepted) return true;
    for (const reason of verdict.reasons) this.#refuse(reason, undefined, station.mn);
    if (verdict.holdMs > 0) this.#endAfter(verdict.holdMs, verdict.reasons[0] ?? 'password');
    return false;
  }

  /** The password was changed since the station was accepted, or something else speaks on its connection. */
  #withdraw(mn: string): void {
    this.#proven.delete(mn);
    this.#enciphered.delete(mn);
    if (!this.stations.delete(mn)) return;
    if (this.stations.size === 0) this.#since.greeting = this.#context.now();
    this.#context.withdraw(this, mn);
  }

  /** Nothing more is read: an answer that comes late, and then none, makes guessing slow. */
  #endAfter(holdMs: number, why: string): void {
    this.#hold = setTimeout(() => this.close(why), holdMs);
    this.regulate();
  }

  #greet(station: StationProfile): void {
    this.#since.greeting = 0;
    this.#interval = station.interval;
    this.mn = station.mn;
    this.siteId = station.siteId;
    if (this.stations.has(station.mn)) return;
    this.stations.add(station.mn);
    this.#context.claim(this, station.mn);
  }

  #obey(packet: Packet, station: StationProfile): void {
    const { stationPort } = this.#context;
    if (packet.cn === '9015') return this.#answer(packet, station, { cn: '9013' });
    if (packet.cn === '1013') return this.#setClock(packet, station);
    if (responseCommands.has(packet.cn)) return;
    if (!stationPort.isData(packet.cn)) {
      return this.#refuse(standardCommand.test(packet.cn) ? 'unsupported' : 'unknownCommand', packet.cn);
    }
    this.#inFlight++;
    const refuse: Refuse = (reason, detail) => this.#refuse(reason, detail, station.mn);
    stationPort.store(packet, station, refuse, (stored) =>
      this.#guard(() => {
        this.#inFlight--;
        if (stored && packet.wantsAnswer) this.#answer(packet, station, { cn: '9014' });
        this.regulate();
      }),
    );
  }

  #answer(packet: Packet, { check }: StationProfile, answer: AnswerPacket): void {
    this.#write(encodeAnswer(packet, answer, { crc: check.crc }));
  }

  /** The station has asked for the time: that it was heard, then what it is. */
  #setClock(packet: Packet, station: StationProfile): void {
    this.#answer(packet, station, { cn: '9013' });
    const now = this.#context.now();
    const { version, st, pw } = packet;
    const header = {
      version,
      qn: formatDigits(now, station.zone, 17),
      // As the station has sent them, if the standard could.
      st: st && /^[0-9A-Z]\d$/.test(st) ? st : '22',
      pw: pw && /^[\w.-]{1,24}$/.test(pw) ? pw : '123456',
      mn: station.mn,
    };
    const time = { SystemTime: formatDigits(now, station.zone, 14) };
    this.#write(encodeCommand(1012, header, time, { crc: station.check.crc }));
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }
}
