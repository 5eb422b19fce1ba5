import { randomUUID } from 'node:crypto';
import {
  type CommandRunner,
  confirmCoefficients,
  openCommandRunner,
  openConnectionHistory,
  openOrderProgress,
  openReferenceAnswers,
  openRequestNumbers,
  openStationPasswords,
  openUploadLog,
  orderClock,
  type ReferenceAnswers,
  type RequestNumbers,
  type StationPasswords,
  type UploadLog,
} from '../features/device/device.api.ts';
import { disconnectRequested } from '../features/monitor/monitor.api.ts';
import type { SiteDevice } from '../features/reading/model.api.ts';
import type { Services } from '../features/services.ts';
import { startConnectionReport } from '../gateway/connection-report.ts';
import { openGateway } from '../gateway/gateway.ts';
import type { Block } from '../gateway/guard.ts';
import { defaultUnproven, type GatewayLimits } from '../gateway/limits.ts';
import { type MqttGateway, openMqttGateway } from '../gateway/mqtt/mqtt-gateway.ts';
import type { MqttStationPort } from '../gateway/station-port.ts';
import { senderBlocked, stationClaimed } from '../gateway/topics.ts';
import type { App } from '../platform/app.ts';
import { runInBackground } from '../platform/background.ts';
import { busReconnected } from '../platform/bus.ts';
import { describeServerError } from '../platform/error-log/fault.ts';
import { parametersChanged } from '../platform/parameters.store.ts';
import type { RunningApp } from './app.ts';

export interface RunningGateway {
  port: number;
  /** Whether this process receives what devices publish over MQTT. */
  receivesMqtt(): boolean;
  /** Stores the connections now instead of within seconds. */
  report(): Promise<void>;
  close(): Promise<void>;
}

type Ingest = Services['ingest'];

/** Connections of one address that have not sent an accepted packet yet. */
const unprovenParameter = 'gateway.unprovenConnections';

/** Connects the gateway to ingest and to the gateways of other processes. */
export async function startGateway(
  app: App,
  ingest: Ingest,
  limits: Partial<GatewayLimits> = {},
): Promise<RunningGateway> {
  const process = randomUUID();
  let maxUnproven = await readMaxUnproven(app);
  // The runner needs the gateway to send, and the gateway the runner for answers.
  let commands: CommandRunner | undefined;
  const history = openConnectionHistory(app, {
    directory: ingest.directory,
    listFrames: (mn) => gateway.listFrames(mn),
  });
  const numbers = openRequestNumbers(app);
  const uploads = await openUploadLog(app);
  const passwords = openStationPasswords(app, ingest.directory);
  const stationPort = openStationPort(ingest, {
    uploads,
    references: openReferenceAnswers(app, uploads),
    numbers,
    passwords,
    commands: () => commands,
    orderClock: (packet, device) =>
      runInBackground(app, async () => {
        if (await uploads.storeClock(packet, device)) await orderClock(app, packet, device);
      }),
  });
  const shared = {
    onBlock: (block: Block) => runInBackground(app, () => app.bus.publish(senderBlocked, { process, block })),
    onFault: (error: unknown) => app.errorLog.record(describeServerError(error)),
  };
  const gateway = await openGateway({
    port: app.config.gatewayPort,
    host: app.config.host,
    stationPort,
    ...shared,
    clock: app.clock,
    log: app.log,
    limits,
    maxUnproven: () => maxUnproven,
    onClaim(mn) {
      runInBackground(app, () => app.bus.publish(stationClaimed, { process, mn }));
      commands?.attend(mn);
    },
    onDisconnect: (session, mns, reason) => history.record(session, mns, reason),
  });
  const progress = openOrderProgress(app);
  const mqtt = await startMqtt(app, stationPort, shared);
  const runner = openCommandRunner(app, {
    directory: ingest.directory,
    link: gateway,
    numbers,
    passwords,
    confirmCoefficients: (siteId) => confirmCoefficients(app, siteId),
    process,
    onProgress: progress.record,
  });
  commands = runner;
  const refreshLimit = async () => {
    maxUnproven = await readMaxUnproven(app);
  };
  const unsubscribe = [
    ...[parametersChanged, busReconnected].map((topic) =>
      app.bus.subscribe(topic, () => runInBackground(app, refreshLimit)),
    ),
    app.bus.subscribe(senderBlocked, ({ process: other, block }) => {
      if (other === process) return;
      gateway.applyBlock(block);
      mqtt?.applyBlock(block);
    }),
    app.bus.subscribe(stationClaimed, ({ process: other, mn }) => {
      if (other !== process) gateway.release(mn, 'elsewhere');
    }),
    app.bus.subscribe(disconnectRequested, ({ process: wanted, number }) => {
      if (wanted !== process) return;
      gateway.disconnect(number, 'person');
      // The administrator who ended it is looking at the list.
      runInBackground(app, () => report.publish());
    }),
  ];
  const report = startConnectionReport({ pool: app.pool, clock: app.clock, process }, gateway, (error) =>
    app.log.warn({ err: error }, 'publishing connections failed'),
  );
  return {
    port: gateway.port,
    receivesMqtt: () => mqtt?.isReceiving ?? false,
    async report() {
      await report.publish();
      await history.flush();
    },
    async close() {
      for (const stop of unsubscribe) stop();
      await mqtt?.close();
      await runner.close();
      progress.close();
      await gateway.close();
      await history.close();
      uploads.close();
      await report.stop();
    },
  };
}

/** Undefined unless a broker is set. */
async function startMqtt(
  { config, pool, clock, log }: App,
  port: MqttStationPort<SiteDevice>,
  shared: { onBlock(block: Block): void; onFault(error: unknown): void },
): Promise<MqttGateway | undefined> {
  if (config.mqttUrl === undefined) return undefined;
  return openMqttGateway({ url: config.mqttUrl, port, pool, clock, log, ...shared });
}

/** The value of the parameter, or the default where it is not a valid number. */
async function readMaxUnproven({ parameters }: App): Promise<number> {
  const text = (await parameters.get(unprovenParameter))?.trim() ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : defaultUnproven;
}

interface PortParts {
  uploads: UploadLog;
  references: ReferenceAnswers;
  numbers: RequestNumbers;
  passwords: StationPasswords;
  commands: () => CommandRunner | undefined;
  orderClock: MqttStationPort<SiteDevice>['orderClock'];
}

function openStationPort(
  ingest: Ingest,
  { uploads, references, numbers, passwords, commands, orderClock: order }: PortParts,
): MqttStationPort<SiteDevice> {
  return {
    findStation: (mn) => ingest.directory.findByMn(mn),
    receiveAnswer: (packet, device) => commands()?.receive(packet, device) ?? false,
    reserveQn: (device) => numbers.reserve(device),
    orderClock: order,
    recordClock: (packet, device, sent) =>
      void uploads.storeClock(packet, device, sent).catch(() => undefined),
    acceptsPassword: ({ newPasswords }, pw) => newPasswords.some(({ password }) => password === pw),
    isReferenceRequest: (cn, { referenceRequest }) => referenceRequest?.code === cn,
    answerReferenceRequest: references.answer,
    isData: (cn, station) => ingest.isData(cn) || uploads.has(cn, station),
    store({ packet: received, station, isAnswer }, refuse, onEnd) {
      const packet = (isAnswer && commands()?.completeAnswer(received, station)) || received;
      const storeReport = (isLogged: boolean) => {
        if (!isLogged) refuse('storage');
        if (isLogged && ingest.isData(packet.cn)) ingest.storePacket(packet, station, refuse, onEnd);
        else onEnd(isLogged);
      };
      if (isAnswer || !uploads.has(packet.cn, station)) storeReport(true);
      else uploads.store(packet, station, storeReport);
    },
    get full() {
      return ingest.pipeline.full || ingest.reports.full;
    },
    onFullChange(listener) {
      ingest.pipeline.onFullChange(listener);
      ingest.reports.onFullChange(listener);
    },
    recordContact(device, packet, address) {
      if (device.newPasswords.length > 0) passwords.recordUse(device, packet);
      ingest.recordContact(device.siteId, address, packet.version);
      ingest.recordFacts(device, packet);
    },
    listTopics: () => ingest.directory.mqttTopics(),
    parseJson: (text) => ingest.parseReadings(text),
    storeJson: (reading, device, refuse, onEnd) => ingest.storeJson(reading, device, refuse, onEnd),
    recordMqttContact: (device, address) => ingest.recordContact(device.siteId, address, 'mqtt'),
    recordUnknown: (packet, address) => ingest.recordUnknown(packet, address),
    recordRefusal: ({ mn, address }, reason, detail) => ingest.recordRefusal(mn, reason, address, detail),
  };
}

/** The role of a process. */
export function startGatewayRole({ app, services }: Pick<RunningApp, 'app' | 'services'>) {
  return startGateway(app, services.ingest);
}
