import { exceptionCode, type ModbusRequest, type ModbusResponse } from '@limpid/modbus/pdu';
import { jogRequest } from '@limpid/modbus/relay-board';
import { type CannonLink, type CannonReading, DriverError, type DriverOrder } from './driver.ts';
import { refuseExpired } from './expiry.rule.ts';
import type { RelaySettings } from './settings.ts';

/** Sends a request to a unit and returns its answer; `beforeSending` may refuse it at its turn. */
export type ModbusExchange = (
  unit: number,
  request: ModbusRequest,
  beforeSending?: () => void,
) => Promise<ModbusResponse>;

/** A cannon behind a relay board, however the board is connected. */
export function makeRelayLink(
  { unit, coil, feedbackInput, jogMode }: RelaySettings,
  exchange: ModbusExchange,
  now: () => number,
): CannonLink {
  async function ask(request: ModbusRequest, order?: DriverOrder): Promise<ModbusResponse> {
    const response = await exchange(unit, request, () => order && refuseExpired(order, now()));
    if (response.kind === 'exception') throw describeException(response.code, { unit, request });
    return response;
  }

  async function writeCoil(isOn: boolean, order: DriverOrder): Promise<void> {
    await ask({ kind: 'writeCoil', address: coil, isOn }, order);
  }

  /** The answer to a write only says that the board has understood it: the state is read by itself. */
  async function readState(): Promise<CannonReading> {
    const contact = feedbackInput === null ? undefined : await readBit('readInputs', feedbackInput);
    if (contact !== undefined) return { isOn: contact, by: 'contact' };
    return { isOn: await readBit('readCoils', coil), by: 'relay' };
  }

  async function readBit(kind: 'readCoils' | 'readInputs', address: number): Promise<boolean> {
    const response = await ask({ kind, address, count: 1 });
    return response.kind === 'bits' && response.bits[0] === true;
  }

  return {
    timesJog: jogMode !== null,
    timesRun: jogMode !== null,
    switchOn: (order) => writeCoil(true, order),
    switchOff: (order) => writeCoil(false, order),
    async jog(order, seconds) {
      if (jogMode === null) await writeCoil(true, order);
      else await ask(jogRequest(coil, jogMode, seconds), order);
    },
    readState,
  };
}

/** Exceptions after which a board has done nothing for certain; others may come while it works, or from a gateway. */
function describeException(
  code: number,
  { unit, request }: { unit: number; request: ModbusRequest },
): DriverError {
  const params = { code, unit, address: request.address };
  if (code === exceptionCode.illegalFunction) return new DriverError('fog.exception_function', params);
  if (code === exceptionCode.illegalAddress) return new DriverError('fog.exception_address', params);
  if (code === exceptionCode.illegalValue) return new DriverError('fog.exception_value', params);
  return new DriverError('fog.exception', params, { mayHaveArrived: request.kind.startsWith('write') });
}
