import type { Socket } from 'node:net';
import { AppError } from '@limpid/contract/errors';
import {
  decodeModbusResponse,
  encodeModbusRequest,
  ModbusError,
  type ModbusRequest,
} from '@limpid/modbus/pdu';
import { anyUnit } from '@limpid/modbus/rtu';
import { decodeTcp, encodeTcp, type TcpFrame } from '@limpid/modbus/tcp';
import type { App } from '../../../platform/app.ts';
import { resetConnection } from '../../../platform/outbound/connect.ts';
import { DriverError } from './driver.ts';
import type { ModbusExchange } from './relay.ts';
import type { TcpRelaySettings } from './settings.ts';
import { makeTurns } from './turns.ts';

type Deps = { outbound: Pick<App['outbound'], 'connect' | 'timeoutMs'> };

/**
 * Exchanges with the boards at one address, one at a time. Each has a connection of its own: small boards hold few of
 * them, and one that was kept would be half dead after a power failure of the board.
 */
export function makeTcpExchange(
  { outbound }: Deps,
  { host, port }: Pick<TcpRelaySettings, 'host' | 'port'>,
): ModbusExchange {
  const takeTurn = makeTurns();
  let transaction = 0;
  return (unit, request, beforeSending) =>
    takeTurn(async () => {
      // What waits for a board that cannot be reached is refused without connecting to it.
      beforeSending?.();
      const socket = await outbound.connect({ host, port, policy: 'private' }).catch(nothingSent);
      transaction = (transaction + 1) % 0x10000;
      try {
        beforeSending?.();
        const pdu = encodeModbusRequest(request);
        const answer = await askOnce(socket, { transaction, unit, pdu }, outbound.timeoutMs);
        return readModbusAnswer(request, answer.pdu);
      } catch (error) {
        // An order that was not answered must not arrive after a later one, or after its end.
        resetConnection(socket);
        throw error;
      } finally {
        socket.destroy();
      }
    });
}

/** Whatever is wrong with the connection, the order has not left. */
function nothingSent(error: unknown): never {
  throw error instanceof AppError ? new DriverError(error.key, error.params) : error;
}

function askOnce(socket: Socket, question: TcpFrame, timeoutMs: number): Promise<TcpFrame> {
  const { promise, resolve, reject } = Promise.withResolvers<TcpFrame>();
  const { unit } = question;
  let other: number | undefined;
  const lost = () => reject(new DriverError('fog.disconnected', {}, { mayHaveArrived: true }));
  const timer = setTimeout(() => {
    const seconds = timeoutMs / 1000;
    const error =
      other === undefined
        ? new DriverError('fog.no_answer', { unit, seconds }, { mayHaveArrived: true })
        : new DriverError('fog.other_unit', { unit, other }, { mayHaveArrived: true });
    reject(error);
  }, timeoutMs);
  let received = new Uint8Array();
  socket.on('error', lost).on('close', lost);
  socket.on('data', (bytes) => {
    try {
      received = Uint8Array.of(...received, ...bytes);
      for (let found = decodeTcp(received); found.frame; found = decodeTcp(received)) {
        received = Uint8Array.from(found.rest);
        // An answer to something else is of an earlier master of a gateway.
        if (found.frame.transaction !== question.transaction) continue;
        if (unit === anyUnit || found.frame.unit === unit) resolve(found.frame);
        else other = found.frame.unit;
      }
    } catch (error) {
      reject(unexpected(error));
    }
  });
  socket.write(encodeTcp(question));
  return promise.finally(() => clearTimeout(timer));
}

/** The answer to a request; bytes that are none say that something else listens there. */
export function readModbusAnswer(request: ModbusRequest, pdu: Uint8Array) {
  try {
    return decodeModbusResponse(request, pdu);
  } catch (error) {
    throw unexpected(error);
  }
}

function unexpected(error: unknown): unknown {
  return error instanceof ModbusError
    ? new DriverError('fog.unexpected', { reason: error.message }, { mayHaveArrived: true })
    : error;
}
