import { connect, type Socket } from 'node:net';
import { chinaOffsetMs, SECOND_MS } from '@limpid/contract/durations';
import { dataFrames, stationTime } from './stations.ts';
import { waitUntil } from './wait-until.ts';

export interface ReportingOptions {
  port: number;
  mns: readonly string[];
  /** The time of each station's first report; the others follow second by second. */
  base: number;
  /** Milliseconds between two reports of a station; 0 for a station that never waits. */
  everyMs: number;
}

const acknowledged = /QN=(\d{17});ST=91;CN=9014;/g;
/** Number of unacknowledged reports at which a station waits, unless it never does. */
const patience = 8;

/**
 * A station that reports, records acknowledgements, and resends unacknowledged reports after it lost its connection.
 */
export class ReportingStation {
  readonly mn: string;
  sent = 0;
  acked = 0;
  /** The value of a report by its number, which its time determines. */
  static readonly valueOf = (number: number): number => number % 900;
  readonly #options: ReportingOptions;
  #known = new Uint8Array(1024);
  #firstOpen = 0;
  #socket: Socket | undefined;
  #rest = '';
  #timer: NodeJS.Timeout | undefined;
  #resting = false;
  #ended = false;

  constructor(mn: string, options: ReportingOptions) {
    this.mn = mn;
    this.#options = options;
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === 'open';
  }

  isAcked(number: number): boolean {
    return this.#known[number] === 1;
  }

  /** Sends no new reports; open ones are still completed. */
  rest(isResting: boolean): void {
    this.#resting = isResting;
    if (!isResting) this.#report();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #connect(): void {
    const socket = connect(this.#options.port, '127.0.0.1');
    this.#socket = socket;
    this.#rest = '';
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('drain', () => this.#report());
    socket.on('close', () => {
      clearTimeout(this.#timer);
      if (!this.#ended) this.#timer = setTimeout(() => this.#connect(), 100 + Math.random() * 200);
    });
    socket.on('connect', () => {
      for (let number = this.#firstOpen; number < this.sent; number++) {
        if (!this.isAcked(number)) socket.write(this.#frame(number));
      }
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#report(), Math.random() * this.#options.everyMs);
    });
  }

  #report(): void {
    const { everyMs } = this.#options;
    clearTimeout(this.#timer);
    if (this.#resting || this.#ended || !this.isConnected) return;
    if (everyMs === 0) return this.#flood();
    if (this.sent - this.acked < patience) this.#socket?.write(this.#frame(this.sent++));
    this.#timer = setTimeout(() => this.#report(), everyMs);
  }

  /** Sends as much as the socket accepts, alternating with reads. */
  #flood(): void {
    const frames = Array.from({ length: 50 }, () => this.#frame(this.sent++));
    if (this.#socket?.write(Buffer.concat(frames))) setImmediate(() => this.#report());
  }

  #frame(number: number): Buffer {
    const value = ReportingStation.valueOf(number);
    const values = { a34004: value, a34002: value, a21026: 3, a01001: 12.5 };
    return Buffer.concat(dataFrames({ mn: this.mn, at: this.#options.base + number * SECOND_MS, values }));
  }

  #read(chunk: Buffer): void {
    const text = this.#rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    for (const [, qn = ''] of text.slice(0, end).matchAll(acknowledged))
      this.#acknowledge(numberOf(qn, this.#options.base));
  }

  #acknowledge(number: number): void {
    if (number >= this.#known.length) {
      const larger = new Uint8Array(Math.max(this.#known.length * 2, number + 1));
      larger.set(this.#known);
      this.#known = larger;
    }
    if (this.#known[number] === 1) return;
    this.#known[number] = 1;
    this.acked++;
    while (this.#known[this.#firstOpen] === 1) this.#firstOpen++;
  }
}

function numberOf(qn: string, base: number): number {
  const part = (from: number, to: number) => Number(qn.slice(from, to));
  const wall = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14));
  const number = (wall - chinaOffsetMs - base) / SECOND_MS;
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`${qn} was never requested (${stationTime(base)}).`);
  return number;
}

export interface ReportingStations {
  stations: readonly ReportingStation[];
  sent(): number;
  acked(): number;
  connected(): number;
  /** Stops reporting, and waits until everything that was sent is acknowledged. */
  drain(patienceMs?: number): Promise<void>;
  resume(): void;
  end(): void;
}

export function startReportingStations(options: ReportingOptions): ReportingStations {
  const stations = options.mns.map((mn) => new ReportingStation(mn, options));
  const sum = (read: (station: ReportingStation) => number) =>
    stations.reduce((total, station) => total + read(station), 0);
  const fleet: ReportingStations = {
    stations,
    sent: () => sum(({ sent }) => sent),
    acked: () => sum(({ acked }) => acked),
    connected: () => sum(({ isConnected }) => (isConnected ? 1 : 0)),
    async drain(patienceMs = 30_000) {
      for (const station of stations) station.rest(true);
      const isHome = () => fleet.acked() === fleet.sent();
      await waitUntil(isHome, `everything acknowledged (${fleet.acked()} of ${fleet.sent()})`, patienceMs);
    },
    resume() {
      for (const station of stations) station.rest(false);
    },
    end() {
      for (const station of stations) station.end();
    },
  };
  return fleet;
}
