import { DAY_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { Packet } from '@limpid/hj212/packet';
import type { ReportCommand } from '@limpid/hj212/station-report';
import type { App } from '../../platform/app.ts';
import { isDatabaseGone } from '../../platform/db/database.ts';
import { describeFault } from '../../platform/error-log/fault.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Device, Reading } from '../reading/model.api.ts';
import {
  daysKept,
  describeLoss,
  keepPartitions,
  recordReplacedValues,
  storeReadings,
} from '../reading/storage.api.ts';
import { openContacts } from './contacts.ts';
import { type Directory, openDirectory } from './directory.ts';
import type { NewestValues } from './ingest.api.ts';
import { openLatest } from './latest.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { findKind, readPacket } from './read-packet.rule.ts';
import { type ReadingOutcome, type Report, readReport } from './read-values.rule.ts';
import { openRefusals } from './refusals.ts';
import { shareLatest } from './share-latest.ts';
import { findReportCommand, readReportPacket } from './station-report.rule.ts';
import { insertReports, removeReports } from './station-report.store.ts';
import { openReportQueue, type ReportQueue } from './station-reports.ts';

/** Says why something was not stored. */
type Refuse = (reason: RefusalReason, detail?: string) => void;

/** Everything that happens to a reading until it is stored, whichever way it came. */
export interface Ingest {
  directory: Directory;
  pipeline: Pipeline;
  /** Reports without measured values. */
  reports: ReportQueue;
  newestOf(siteId: number): NewestValues;
  /** The answer gives the sites that have newer values since it was last asked, wherever they were stored. */
  watchNewest(): () => number[];
  /** Stores a packet of data or a report; `onEnd` is called once it is on disk, or can never be. */
  take(packet: Packet, device: Device, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** The same for what has come another way. */
  takeReport(report: Report, device: Device, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** Readings were changed by a person: the newest values follow, here and in other processes. */
  noteChanged(readings: readonly Reading[]): Promise<void>;
  /** A packet of a station has come, whatever it says. */
  heard(siteId: number, address: string, version: string): void;
  /** A station that nobody knows has sent a packet. */
  noteUnknown(packet: Packet, address: string): void;
  refused(mn: string, reason: RefusalReason, address: string, detail?: string): void;
  /** Removes reports that are older than the parameter says. */
  removeOldReports(): Promise<void>;
  /** Writes down what has been counted since the last time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const noteMs = 5000;
/** What is older than this is nobody's newest value. */
const newestDays = 2;
/** A station that reports without end keeps its newest reports. */
const reportsPerSite = 20_000;

export async function openIngest(app: App): Promise<Ingest> {
  const directory = await openDirectory(app);
  const contacts = openContacts();
  const refusals = openRefusals();
  const partitions = keepPartitions(app.pool);
  let kept = await daysKept(app.parameters, 'reading');
  const now = () => app.clock.now().getTime();
  const latest = openLatest(app.pool, now);
  const stopSharing = shareLatest(app, latest);
  await latest.refresh('all');

  const pipeline = openPipeline({
    async store(readings, losses) {
      kept = await daysKept(app.parameters, 'reading');
      await partitions.ensure(
        'reading',
        readings.map(({ ts }) => ts),
      );
      await storeReadings(app.pool, readings, losses, (client, all) =>
        recordReplacedValues(
          client,
          app.clock,
          all.flatMap((loss) => describeLoss(loss, directory)),
        ),
      );
    },
    onTrouble(error) {
      partitions.forget();
      onTrouble(error, 'storing readings failed');
    },
    onStored(readings) {
      latest.note(readings);
      for (const { siteId, ts } of readings) contacts.stored(siteId, ts);
    },
  });

  function onTrouble(error: unknown, message: string): void {
    app.log.warn({ err: error }, message);
    if (!isDatabaseGone(error)) app.errorLog.record(describeFault(error));
  }

  const reports = openReportQueue({
    store: (batch) => insertReports(app.pool, batch),
    onTrouble: (error) => onTrouble(error, 'storing station reports failed'),
  });
  let arrivals = 0;

  function takeStationReport(
    packet: Packet,
    device: Device,
    command: ReportCommand,
    refuse: Refuse,
    onEnd: (stored: boolean) => void,
  ): void {
    reports.push(readReportPacket(packet, command, device, now(), ++arrivals), (stored) => {
      if (!stored) refuse('storage');
      onEnd(stored);
    });
  }

  function take(packet: Packet, device: Device, refuse: Refuse, onEnd: (stored: boolean) => void): void {
    const command = findReportCommand(packet.cn);
    if (command) return takeStationReport(packet, device, command, refuse, onEnd);
    const kind = findKind(packet.cn);
    if (!kind) throw new Error(`${packet.cn} carries no readings.`);
    settle(readPacket(packet, kind, device, now(), now() - kept * DAY_MS), refuse, onEnd);
  }

  function settle(outcome: ReadingOutcome, refuse: Refuse, onEnd: (stored: boolean) => void): void {
    if ('refused' in outcome) {
      refuse(outcome.refused, outcome.detail);
      return onEnd(false);
    }
    for (const code of outcome.unknown) refuse('channel', code);
    if (outcome.unreadable > 0) refuse('value', `${outcome.unreadable}`);
    const settled = (fate: 'stored' | 'refused') => {
      if (fate === 'refused') refuse('storage');
      onEnd(fate === 'stored');
    };
    pipeline.push(outcome.reading, settled, outcome.replaced);
  }

  async function flush(): Promise<void> {
    // Also where nothing is stored because all of it is too old.
    kept = await daysKept(app.parameters, 'reading');
    await contacts.flush(app.pool);
    await refusals.flush(app.pool);
  }

  const stopNotes = repeat(noteMs, flush, (error) =>
    app.log.warn({ err: error }, 'what stations did cannot be noted'),
  );
  return {
    directory,
    pipeline,
    reports,
    newestOf: (siteId) =>
      Object.fromEntries(
        latest.get(siteId).flatMap(({ slot, ts, value, flag, outOfRange }) => {
          const channel = directory.findBySlot(slot);
          const shown = outOfRange !== undefined && { outOfRange };
          return channel ? [[channel.code, { ts, value, flag, ...shown }]] : [];
        }),
      ),
    watchNewest: latest.watch,
    take,
    takeReport: (report, device, refuse, onEnd) =>
      settle(readReport(report, device, now(), now() - kept * DAY_MS), refuse, onEnd),
    async noteChanged(readings) {
      const recent = readings.filter(({ ts }) => ts > now() - newestDays * DAY_MS);
      if (recent.length === 0) return;
      latest.note(recent);
      await latest.refresh([...new Set(recent.map(({ siteId }) => siteId))]);
    },
    heard: (siteId, address, version) => contacts.heard(siteId, now(), address, version),
    noteUnknown: (packet, address) => refusals.noteUnknown(packet, now(), address),
    refused: (mn, reason, address, detail) =>
      refusals.count(directory.findByMn(mn) ? mn : '', reason, now(), address, detail),
    async removeOldReports() {
      const before = now() - (await daysKept(app.parameters, 'station_report')) * DAY_MS;
      await removeReports(app.pool, new Date(before), reportsPerSite);
    },
    flush,
    async close() {
      await pipeline.close();
      await reports.close();
      await stopSharing();
      await stopNotes();
    },
  };
}
