import { MINUTE_MS } from '@limpid/contract/durations';
import { dataCommand } from '@limpid/hj212/commands';
import type { Packet } from '@limpid/hj212/packet';
import { hidePasswords } from '@limpid/hj212/secrets';
import { readStationReport, reportCommands } from '@limpid/hj212/station-report';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { makeRefresh } from '../../../platform/refresh.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { findReportTime } from '../../ingest/ingest.api.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { isCommandFor } from '../commands/command-range.rule.ts';
import { commandsChanged } from '../commands/commands-changed.ts';
import { writePacketText } from '../execution/frame-text.rule.ts';
import { saveUploadedValues } from '../parameters/save-parameters.ts';
import { openLoggedStates } from './logged-states.ts';
import { insertUpload, listUploadCommands, type Upload, type UploadCommand } from './upload.store.ts';

/** Packets that devices send unasked, in the device log: those with the code of a command of the type "log upload". */
export interface UploadLog {
  /** Whether packets of the device with this command are logged. */
  has(cn: string, device: SiteDevice): boolean;
  /** Stores a packet that is logged; a repeat and a late answer to a command change nothing. The station repeats what is not stored. */
  store(packet: Packet, device: SiteDevice, onEnd: (stored: boolean) => void): void;
  /**
   * Stores that a device has asked for the time, with the command that it was sent at once, if any; resolves to false for
   * a repeat.
   */
  storeClock(packet: Packet, device: SiteDevice, sent?: Buffer): Promise<boolean>;
  /** Stores a request of a device with the reply that it gets; a repeat of the request makes no second row. */
  storeRequest(
    packet: Packet,
    device: SiteDevice,
    reply: { sent: Buffer; description: string },
  ): Promise<void>;
  close(): void;
}

type Deps = Pick<App, 'pool' | 'bus' | 'clock' | 'background' | 'log' | 'errorLog'>;

const repeatMs = MINUTE_MS;
const longestContent = 120;
/** A request that only the device type names. */
const unnamedRequest = {
  commandId: 0,
  commandType: '7',
  sinceVersion: '2005',
  untilVersion: '2025',
  deviceTypeIds: [],
};
const measured = new Set<string>(Object.values(dataCommand));

export async function openUploadLog(app: Deps): Promise<UploadLog> {
  let commands = new Map<string, UploadCommand[]>();
  const refresh = makeRefresh(async () => {
    commands = Map.groupBy(await listUploadCommands(app.pool), ({ commandCode }) => commandCode);
  });
  /** Measured values are no log, whatever a command says. */
  const find = (cn: string, { kind }: SiteDevice) =>
    measured.has(cn) ? undefined : commands.get(cn)?.find((command) => isCommandFor(command, kind));
  await refresh();
  const unsubscribe = [commandsChanged, busReconnected].map((topic) =>
    app.bus.subscribe(topic, () => runInBackground(app, refresh)),
  );
  const states = openLoggedStates();
  // One after the other, so that a repeat meets the packet that it repeats.
  let last: Promise<unknown> = Promise.resolve();
  function enqueue(upload: Upload): Promise<boolean> {
    const stored = last.catch(() => undefined).then(() => insertUpload(app.pool, upload, repeatMs));
    last = stored;
    runInBackground(app, async () => void (await stored));
    return stored;
  }
  function describe(
    packet: Packet,
    { siteId, mn, zone }: SiteDevice,
    command: UploadCommand,
    receivedAt: number,
  ) {
    return {
      siteId,
      mn,
      command,
      qn: packet.qn,
      dataTime: findReportTime(packet.cp, zone, receivedAt),
      receivedAt,
      request: null,
      response: writePacketText(packet),
      resultDesc: describeContent(packet),
    };
  }
  return {
    has: (cn, device) => find(cn, device) !== undefined,
    store(packet, device, onEnd) {
      const receivedAt = app.clock.now().getTime();
      const command = find(packet.cn, device);
      if (!command || states.has(device.siteId, packet, receivedAt)) return onEnd(true);
      const stored = enqueue(describe(packet, device, command, receivedAt));
      const saved = stored.then(() => saveUploadedValues(app.pool, device.siteId, packet, receivedAt));
      void saved.then(
        () => {
          states.add(device.siteId, packet, receivedAt);
          onEnd(true);
        },
        () => onEnd(false),
      );
    },
    async storeClock(packet, device, sent) {
      const command = find(packet.cn, device);
      if (!command) return true;
      const request = sent ? hidePasswords(sent.toString().trim()) : null;
      const upload = describe(packet, device, command, app.clock.now().getTime());
      return enqueue({ ...upload, request, resultDesc: describeClock(request) });
    },
    async storeRequest(packet, device, { sent, description }) {
      const command = find(packet.cn, device) ?? { ...unnamedRequest, commandCode: packet.cn };
      const upload = describe(packet, device, command, app.clock.now().getTime());
      const request = hidePasswords(sent.toString().trim());
      await enqueue({ ...upload, request, resultDesc: description });
    },
    close() {
      for (const stop of unsubscribe) stop();
    },
  };
}

/** The time that was sent to a device which asked for it, or that a command sends it. */
function describeClock(request: string | null): string {
  if (request === null) return makeStoredText('device.results.clockOrdered');
  const digits = /SystemTime=(\d{14})/.exec(request)?.[1] ?? '';
  const time = digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3 $4:$5:$6');
  return makeStoredText('device.results.clockSent', { time });
}

/** The items of a report, or the beginning of what cannot be read. */
function describeContent({ cn, cp }: Packet): string {
  const command = reportCommands.find((one) => one === cn);
  const { polId, items } = command ? readStationReport(command, cp) : { polId: null, items: [] };
  const read = items.map(({ code, value }) => `${code} = ${value}`).join(', ');
  const text = read === '' ? cp : [polId, read].filter(Boolean).join(' ');
  return hidePasswords(text.replace(/\p{Cc}/gu, ' ').toWellFormed()).slice(0, longestContent);
}
