import { DAY_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { Packet } from '@limpid/hj212/packet';
import type { ReportCommand } from '@limpid/hj212/station-report';
import type { App } from '../../platform/app.ts';
import { isDatabaseGone } from '../../platform/db/database.ts';
import type { Connection } from '../../platform/db/transaction.ts';
import { describeServerError } from '../../platform/error-log/fault.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Reading, SiteDevice } from '../reading/model.api.ts';
import {
  describeReplaced,
  getRetentionDays,
  type OnChanged,
  type OnStored,
  openPartitions,
  type ReplacedValue,
  recordReplacedValues,
  storeReadings,
} from '../reading/storage.api.ts';
import { openContacts } from './contacts.ts';
import { type Directory, openDirectory } from './directory.ts';
import type { LatestValues, ReadingSink } from './ingest.api.ts';
import { type LatestValue, openLatest } from './latest.ts';
import { parseReadings } from './parse-readings.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { publishLatest } from './publish-latest.ts';
import { findJsonFlaw, type JsonReading, readJson } from './read-json.rule.ts';
import { findKind, readDataPacket } from './read-packet.rule.ts';
import { buildReading, type ReadingInput, type ReadingOutcome } from './read-values.rule.ts';
import { makeReadingSink } from './reading-sink.ts';
import { openRefusals } from './refusals.ts';
import { openReportQueue, type ReportQueue } from './reports/report-queue.ts';
import { findReportCommand, readReportPacket, type StoredReport } from './reports/station-report.rule.ts';
import { insertReports, removeReports } from './reports/station-report.store.ts';

/** Reports the reason why something was not stored. */
type Refuse = (reason: RefusalReason, detail?: string) => void;

/** Accepts readings and reports from any source and stores them. */
export interface Ingest {
  directory: Directory;
  pipeline: Pipeline;
  /** Stores readings that were kept apart while their month was locked; `also` runs in the same transaction. */
  storeKept(readings: readonly Reading[], losses: readonly ReplacedValue[], also: OnChanged): Promise<void>;
  /** Reports without measured values. */
  reports: ReportQueue;
  sink: ReadingSink;
  latestOf(siteId: number): LatestValues;
  /** The latest values of a site by slot, without copies: they change with the next reading. */
  peekLatest(siteId: number): Iterable<Readonly<LatestValue>>;
  /** Returns a function that lists the sites with newer values since its last call, whichever process stored them. */
  watchLatest(): () => number[];
  /** Whether packets with this command are stored. */
  isData(cn: string): boolean;
  /** Stores a packet of data or a report; `onEnd` is called once it is on disk, or has been given up. */
  storePacket(packet: Packet, device: SiteDevice, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** Stores a reading that was not sent as a packet. */
  storeReading(
    report: ReadingInput,
    device: SiteDevice,
    refuse: Refuse,
    onEnd: (stored: boolean) => void,
  ): void;
  /** Reads JSON of the form that HTTP ingest accepts; undefined if it is not. */
  parseReadings(text: string): JsonReading[] | undefined;
  /** Stores a JSON reading, however it came. */
  storeJson(given: JsonReading, device: SiteDevice, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** Updates the latest values after a manual change of readings, here and in other processes. */
  updateLatest(readings: readonly Reading[]): Promise<void>;
  /** Records that a station has sent something, valid or not. */
  recordContact(siteId: number, address: string, version: string): void;
  /** Records what a packet says about its device: clock, firmware, signal. */
  recordFacts(device: SiteDevice, packet: Packet): void;
  /** Records a packet of a station that is not registered. */
  recordUnknown(packet: Packet, address: string): void;
  recordRefusal(mn: string, reason: RefusalReason, address: string, detail?: string): void;
  /** Removes station reports beyond their retention. */
  removeOldReports(): Promise<void>;
  /** Stores the counters collected since the last flush. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const flushMs = 5000;
/** Older readings are not shown as latest values. */
const latestDays = 2;
/** Bounds the reports of one station; the newest are kept. */
const maxReportsPerSite = 20_000;

/** Work of other areas in the transactions that store what stations send. */
export interface StoreHooks {
  onReadings?: OnStored;
  /** For those that have replaced values of others. */
  onReplaced?: OnChanged;
  onReports?(client: Connection, reports: readonly StoredReport[]): Promise<void>;
}

export async function openIngest(app: App, hooks: StoreHooks = {}): Promise<Ingest> {
  const directory = await openDirectory(app);
  const contacts = openContacts();
  const refusals = openRefusals();
  const partitions = openPartitions(app.pool);
  let kept = await getRetentionDays(app.parameters, 'reading');
  const now = () => app.clock.now().getTime();
  const latest = openLatest(app.pool, now);
  const stopSharing = publishLatest(app, latest);
  await latest.refresh('all');

  async function store(
    readings: readonly Reading[],
    losses: readonly ReplacedValue[],
    also?: OnChanged,
  ): Promise<Reading[]> {
    kept = await getRetentionDays(app.parameters, 'reading');
    await partitions.ensure(
      'reading',
      readings.map(({ ts }) => ts),
    );
    return storeReadings(app.pool, readings, losses, {
      arrivedAt: app.clock.now(),
      async record(client, all) {
        await recordReplacedValues(
          client,
          app.clock,
          all.flatMap((loss) => describeReplaced(loss, directory)),
        );
        await hooks.onReplaced?.(client, [...new Set(all.map(({ reading }) => reading))]);
      },
      async onStored(client, stored, before) {
        await also?.(client, stored);
        await hooks.onReadings?.(client, stored, before);
      },
    });
  }

  const pipeline = openPipeline({
    async store(readings, losses) {
      // Those of locked months are kept apart.
      const stored = await store(readings, losses);
      latest.add(stored);
      for (const { siteId, ts } of stored) contacts.recordData(siteId, ts);
    },
    onError(error) {
      partitions.clearCache();
      reportFailure(error, 'storing readings failed');
    },
  });

  function reportFailure(error: unknown, message: string): void {
    app.log.warn({ err: error }, message);
    if (!isDatabaseGone(error)) app.errorLog.record(describeServerError(error));
  }

  const reports = openReportQueue({
    store: (batch) => insertReports(app.pool, batch, hooks.onReports),
    onError: (error) => reportFailure(error, 'storing station reports failed'),
  });
  let arrivals = 0;

  function storeStationReport(
    packet: Packet,
    device: SiteDevice,
    command: ReportCommand,
    refuse: Refuse,
    onEnd: (stored: boolean) => void,
  ): void {
    reports.push(readReportPacket(packet, command, device, now(), ++arrivals), (stored) => {
      if (!stored) refuse('storage');
      onEnd(stored);
    });
  }

  function storePacket(
    packet: Packet,
    device: SiteDevice,
    refuse: Refuse,
    onEnd: (stored: boolean) => void,
  ): void {
    const command = findReportCommand(packet.cn);
    if (command) return storeStationReport(packet, device, command, refuse, onEnd);
    const kind = findKind(packet.cn);
    if (!kind) throw new Error(`${packet.cn} carries no readings.`);
    storeOutcome(readDataPacket(packet, kind, device, now(), now() - kept * DAY_MS), refuse, onEnd);
  }

  function storeOutcome(outcome: ReadingOutcome, refuse: Refuse, onEnd: (stored: boolean) => void): void {
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

  function storeReading(
    report: ReadingInput,
    device: SiteDevice,
    refuse: Refuse,
    onEnd: (stored: boolean) => void,
  ): void {
    storeOutcome(buildReading(report, device, now(), now() - kept * DAY_MS), refuse, onEnd);
  }

  let flushed = Promise.resolve();
  /** Waits for a flush under way as well: what it has taken is not stored yet. */
  function flush(): Promise<void> {
    flushed = flushed.catch(() => undefined).then(storeCounters);
    return flushed;
  }

  async function storeCounters(): Promise<void> {
    // The retention may have changed although nothing was stored.
    kept = await getRetentionDays(app.parameters, 'reading');
    await contacts.flush(app.pool);
    await refusals.flush(app.pool);
  }

  const stopFlushing = repeat(flushMs, flush, (error) =>
    app.log.warn({ err: error }, 'flushing station counters failed'),
  );
  return {
    directory,
    pipeline,
    async storeKept(readings, losses, also) {
      partitions.clearCache();
      await store(readings, losses, also);
    },
    reports,
    sink: makeReadingSink(directory, pipeline),
    latestOf: (siteId) =>
      Object.fromEntries(
        latest.get(siteId).flatMap(({ slot, ts, value, flag, outOfRange }) => {
          const channel = directory.findBySlot(slot);
          const shown = outOfRange !== undefined && { outOfRange };
          return channel ? [[channel.code, { ts, value, flag, ...shown }]] : [];
        }),
      ),
    peekLatest: latest.peek,
    watchLatest: latest.watch,
    isData: (cn) => findKind(cn) !== undefined || findReportCommand(cn) !== undefined,
    storePacket,
    storeReading,
    parseReadings,
    storeJson(given, device, refuse, onEnd) {
      const flaw = findJsonFlaw(given, device);
      if (!flaw) return storeReading(readJson(given, device), device, refuse, onEnd);
      refuse(flaw.reason, flaw.detail);
      onEnd(false);
    },
    async updateLatest(readings) {
      const recent = readings.filter(({ ts }) => ts > now() - latestDays * DAY_MS);
      if (recent.length === 0) return;
      latest.add(recent);
      await latest.refresh([...new Set(recent.map(({ siteId }) => siteId))]);
    },
    recordContact: (siteId, address, version) => contacts.recordPacket(siteId, now(), address, version),
    recordFacts: (device, packet) => contacts.recordFacts(device, packet, now()),
    recordUnknown: (packet, address) => refusals.recordUnknown(packet, now(), address),
    recordRefusal: (mn, reason, address, detail) =>
      refusals.count(directory.findByMn(mn) ? mn : '', reason, now(), address, detail),
    async removeOldReports() {
      const before = now() - (await getRetentionDays(app.parameters, 'station_report')) * DAY_MS;
      await removeReports(app.pool, new Date(before), maxReportsPerSite);
    },
    flush,
    async close() {
      await pipeline.close();
      await reports.close();
      await stopSharing();
      await stopFlushing();
    },
  };
}
