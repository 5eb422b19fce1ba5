import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { findProgram } from '../../../scripts/testing/programs.ts';
import { findPort, type RunningProcess, startProcess } from './process.ts';

/** A real broker on a port of its own, which a test can restart. */
export interface TestBroker {
  url: string;
  /** A client that publishes at QoS 1 and repeats what the broker has not confirmed. */
  connect(): Promise<MqttClient>;
  start(): Promise<void>;
  /** As an administrator does; sessions and messages are kept on disk. */
  stop(): Promise<void>;
  /** As with `kill -9`: what it has not written to disk is lost. */
  kill(): Promise<void>;
  /** Accepts bytes and answers none, until it is killed. */
  freeze(): void;
  /** What it has logged since its start. */
  output(): string;
  close(): Promise<void>;
}

/** `logs` every packet, or only its start. */
export async function startMosquitto(logs: 'all' | 'information' = 'all'): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-mosquitto-'));
  const port = await findPort();
  const file = join(folder, 'mosquitto.conf');
  mkdirSync(join(folder, 'data'));
  // Started by root it runs as another user unless it is told not to.
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1
allow_anonymous true
user root
persistence true
persistence_location ${join(folder, 'data')}/
max_queued_messages 0
log_type ${logs}
`,
  );
  const clients: MqttClient[] = [];
  let running: RunningProcess | undefined;

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    running?.child.kill(signal);
    await running?.ended;
    running = undefined;
  }

  const url = `mqtt://127.0.0.1:${port}`;
  const broker: TestBroker = {
    url,
    async connect() {
      const client = await mqtt.connectAsync(url, { protocolVersion: 5, reconnectPeriod: 200 });
      clients.push(client);
      client.on('error', () => undefined);
      return client;
    },
    async start() {
      const program = findProgram('mosquitto') ?? 'mosquitto';
      running = startProcess({}, { command: [program, '-c', file] });
      await running.waitForOutput('running');
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => void running?.child.kill('SIGSTOP'),
    output: () => running?.output() ?? '',
    async close() {
      for (const client of clients) await client.endAsync(true);
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await broker.start();
  return broker;
}
