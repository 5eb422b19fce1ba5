import type { PacketField } from '@limpid/hj212/fields';

interface LogEntry {
  time: number;
  text: string;
}

const longest = 200;

/** The newest entries of the log of a logger. */
export class DeviceLog {
  readonly #entries: LogEntry[] = [];

  add(time: number, text: string): void {
    this.#entries.push({ time, text });
    if (this.#entries.length > longest) this.#entries.shift();
  }

  list(from: number, to: number): LogEntry[] {
    return this.#entries.filter(({ time }) => time >= from && time <= to);
  }

  /** The text of an entry stands between slashes. */
  write(infoId: string, text: string): PacketField {
    return { name: `${infoId}-Info`, value: `//${text}//` };
  }
}
