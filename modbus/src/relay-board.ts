import type { ModbusRequest } from './pdu.ts';

/** The unit of the register: a tenth of a second. */
const tenths = 10;
/** The longest time that a register of tenths of a second can hold. */
export const maxJogSeconds = 6553;

/** The mode that makes a relay close and open again by itself; boards differ in its number. */
export type JogMode = 2 | 4;

/** The register of the jog of a relay: mode and time follow each other, five registers a relay. */
export function jogRegister(coil: number): number {
  return 3 + 5 * coil;
}

/** Closes a relay for so many seconds; the board opens it by itself, whatever becomes of the link. */
export function jogRequest(coil: number, mode: JogMode, seconds: number): ModbusRequest {
  return { kind: 'writeRegisters', address: jogRegister(coil), values: [mode, Math.round(seconds * tenths)] };
}

/** The relay and the seconds of a jog that was written to a board, if the request is one. */
export function readJog(request: ModbusRequest): { coil: number; mode: number; seconds: number } | undefined {
  if (request.kind !== 'writeRegisters' || request.values.length !== 2) return undefined;
  const [mode = 0, time = 0] = request.values;
  const coil = (request.address - jogRegister(0)) / 5;
  return Number.isInteger(coil) && coil >= 0 ? { coil, mode, seconds: time / tenths } : undefined;
}
