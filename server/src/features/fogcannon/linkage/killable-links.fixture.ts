import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeModbusRequest, encodeModbusResponse, type ModbusResponse } from '@limpid/modbus/pdu';
import { decodeRtu, encodeRtu } from '@limpid/modbus/rtu';
import { openRelayBoard } from '@limpid/simulator/relay/relay-board';
import { onTestFinished } from 'vitest';
import { startMosquitto } from '../../../testing/mosquitto.ts';
import { relayColumns, startTestRelay } from '../drivers/mqtt-relay.fixture.ts';

/** What is between the platform and a pump, and can fail in the middle of an exchange. */
export interface KillableLink {
  columns: Record<string, unknown>;
  isOn(): boolean;
  /** How often the relay has closed, by orders that it got under one supply of power. */
  starts(): number;
  /** From now on nothing is answered. */
  stall(): void;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const redialMs = 100;

function makeContact() {
  const contact = { isOn: false, starts: 0 };
  return {
    contact,
    turn(isOn: boolean) {
      if (isOn && !contact.isOn) contact.starts++;
      contact.isOn = isOn;
    },
    isOn: () => contact.isOn,
    starts: () => contact.starts,
  };
}

/** A broker between the platform and a relay that goes on. */
async function openBrokerLink(): Promise<KillableLink> {
  const broker = await startMosquitto('information');
  onTestFinished(() => broker.close());
  const relay = await startTestRelay(broker.url, 'fog/1');
  onTestFinished(() => relay.close());
  return {
    columns: relayColumns(broker.url, 'fog/1'),
    isOn: relay.isOn,
    starts: () => relay.starts,
    stall: () => broker.freeze(),
    kill: () => broker.kill(),
    restart: () => broker.start(),
  };
}

/** A relay board that loses its power: its relays open. */
async function openBoardLink(): Promise<KillableLink> {
  let board = await openRelayBoard();
  onTestFinished(() => board.close());
  return {
    columns: { port: board.port },
    isOn: () => board.coils[0] ?? false,
    starts: () => board.starts[0] ?? 0,
    stall() {
      board.faults = { losesAnswers: true };
    },
    async kill() {
      board.turn(0, false);
      await board.close();
    },
    async restart() {
      board = await openRelayBoard({ port: board.port });
    },
  };
}

/** A DTU that loses its connection and dials in again; the board behind it goes on. */
function openDtuLink(port: number): KillableLink {
  const { turn, contact, isOn, starts } = makeContact();
  let [isAlive, isStalled] = [true, false];
  let socket: Socket | undefined;

  function answer(frame: Uint8Array): Uint8Array | undefined {
    const pdu = decodeRtu(frame, 0, frame.length - 3);
    const request = pdu && decodeModbusRequest(pdu);
    if (!request) return undefined;
    if (request.kind === 'writeCoil') turn(request.isOn);
    const response: ModbusResponse =
      request.kind === 'readCoils' ? { kind: 'bits', bits: [contact.isOn] } : { kind: 'written' };
    return encodeRtu(1, encodeModbusResponse(request, response));
  }

  async function dial(): Promise<void> {
    while (isAlive) {
      const dialled = connect(port, '127.0.0.1');
      socket = dialled;
      dialled.on('error', () => undefined).once('connect', () => dialled.write('FOG-KILL'));
      dialled.on('data', (bytes) => {
        const reply = answer(bytes);
        if (reply && !isStalled) dialled.write(reply);
      });
      await new Promise((resolve) => dialled.once('close', resolve));
      await wait(redialMs);
    }
  }

  void dial();
  onTestFinished(() => {
    isAlive = false;
    socket?.destroy();
  });
  return {
    columns: { driver: 'modbusDtu', host: null, registration: 'FOG-KILL' },
    isOn,
    starts,
    stall() {
      isStalled = true;
    },
    async kill() {
      isAlive = false;
      socket?.destroy();
    },
    async restart() {
      [isAlive, isStalled] = [true, false];
      void dial();
    },
  };
}

/** The cloud of a vendor, which knows its cannons again after a restart. */
async function openCloudLink(): Promise<KillableLink> {
  const { turn, contact, isOn, starts } = makeContact();
  let isStalled = false;
  const open = () =>
    createServer((request, response) => {
      if (request.url !== '/state') turn(request.url === '/on');
      if (!isStalled) response.end(JSON.stringify({ on: contact.isOn ? 1 : 0 }));
    });
  let server = open().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${port}`;
  return {
    columns: {
      driver: 'http',
      host: null,
      on_url: `${url}/on`,
      off_url: `${url}/off`,
      state_url: `${url}/state`,
      state_path: 'on',
      on_text: '1',
      off_text: '0',
    },
    isOn,
    starts,
    stall() {
      isStalled = true;
    },
    kill: close,
    async restart() {
      isStalled = false;
      server = open().listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

export const killableLinks = {
  broker: openBrokerLink,
  'relay board': openBoardLink,
  DTU: async (dtuPort: number) => openDtuLink(dtuPort),
  'vendor cloud': openCloudLink,
} as const;
