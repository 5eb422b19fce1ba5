import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  decodeModbusRequest,
  encodeModbusResponse,
  encodeUnknown,
  exceptionCode,
  type ModbusRequest,
  type ModbusResponse,
} from '@limpid/modbus/pdu';
import { readJog } from '@limpid/modbus/relay-board';
import { decodeTcp, encodeTcp } from '@limpid/modbus/tcp';

/** What is wrong with a board. */
export interface RelayFaults {
  /** Takes connections and answers nothing. */
  isSilent?: boolean;
  /** Executes writes and loses the answer. */
  losesAnswers?: boolean;
  /** Answers every write with this exception and executes none. */
  exception?: number;
  /** Answers so much later. */
  delayMs?: number;
  /** Relays whose pumps do not follow: welded contacts, an empty tank. */
  stuckPumps?: readonly number[];
}

export interface RelayBoardOptions {
  port?: number;
  coils?: number;
  /** Requests for other units are not answered. */
  unit?: number;
  /** The mode of the jog register that this board understands. */
  jogMode?: 2 | 4;
  /** Called when a pump starts or stops. */
  onPump?(coil: number, isOn: boolean): void;
}

export interface RelayBoard {
  port: number;
  coils: boolean[];
  /** Contacts at the pumps, one per relay. */
  pumps: boolean[];
  faults: RelayFaults;
  /** How often each relay has closed. */
  starts: number[];
  /** Somebody turns the switch at the cabinet. */
  turn(coil: number, isOn: boolean): void;
  close(): Promise<void>;
}

const anyUnit = 254;

/** A relay board of the common kind on Modbus TCP: relays, contacts at pumps, and a jog that the board ends itself. */
export async function openRelayBoard({
  port = 0,
  coils: count = 8,
  unit = 1,
  jogMode = 4,
  onPump,
}: RelayBoardOptions = {}): Promise<RelayBoard> {
  const jogs = new Map<number, NodeJS.Timeout>();
  const sockets = new Set<Socket>();
  const board: RelayBoard = {
    port,
    coils: Array.from({ length: count }, () => false),
    pumps: Array.from({ length: count }, () => false),
    starts: Array.from({ length: count }, () => 0),
    faults: {},
    turn,
    async close() {
      for (const timer of jogs.values()) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function turn(coil: number, isOn: boolean): void {
    clearTimeout(jogs.get(coil));
    if (isOn && !board.coils[coil]) board.starts[coil] = (board.starts[coil] ?? 0) + 1;
    board.coils[coil] = isOn;
    if (board.faults.stuckPumps?.includes(coil)) return;
    board.pumps[coil] = isOn;
    onPump?.(coil, isOn);
  }

  function execute(request: ModbusRequest): ModbusResponse {
    const { address } = request;
    if (request.kind === 'readCoils' || request.kind === 'readInputs') {
      if (address + request.count > count) return outside;
      const bits = request.kind === 'readCoils' ? board.coils : board.pumps;
      return { kind: 'bits', bits: bits.slice(address, address + request.count) };
    }
    if (board.faults.exception !== undefined) return { kind: 'exception', code: board.faults.exception };
    if (request.kind === 'writeRegisters') return startJog(request);
    const values = request.kind === 'writeCoil' ? [request.isOn] : request.values;
    if (address + values.length > count) return outside;
    values.forEach((isOn, index) => turn(address + index, isOn));
    return { kind: 'written' };
  }

  function startJog(request: ModbusRequest): ModbusResponse {
    const jog = readJog(request);
    if (!jog || jog.coil >= count) return outside;
    if (jog.mode !== jogMode) return { kind: 'exception', code: exceptionCode.illegalValue };
    turn(jog.coil, true);
    jogs.set(jog.coil, setTimeout(() => turn(jog.coil, false), jog.seconds * 1000).unref());
    return { kind: 'written' };
  }

  function answer(pdu: Uint8Array): Uint8Array {
    const request = decodeModbusRequest(pdu);
    return request ? encodeModbusResponse(request, execute(request)) : encodeUnknown(pdu);
  }

  async function serve(socket: Socket): Promise<void> {
    let bytes = new Uint8Array();
    for await (const chunk of socket as AsyncIterable<Uint8Array>) {
      bytes = Uint8Array.of(...bytes, ...chunk);
      for (let found = decodeTcp(bytes); found.frame; found = decodeTcp(bytes)) {
        bytes = Uint8Array.from(found.rest);
        const { transaction, unit: asked, pdu } = found.frame;
        if (board.faults.isSilent || ![unit, anyUnit].includes(asked)) continue;
        const response = answer(pdu);
        if (board.faults.delayMs) await wait(board.faults.delayMs);
        if (!board.faults.losesAnswers) socket.write(encodeTcp({ transaction, unit: asked, pdu: response }));
      }
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    // Bytes that are no Modbus, and masters that break off, end the connection.
    serve(socket).catch(() => socket.destroy());
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  board.port = (server.address() as AddressInfo).port;
  return board;
}

const outside: ModbusResponse = { kind: 'exception', code: exceptionCode.illegalAddress };
