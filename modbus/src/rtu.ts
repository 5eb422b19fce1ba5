import { computeModbusCrc } from './crc.ts';
import { functionCode, type ModbusRequest, responseLength } from './pdu.ts';

const exceptionLength = 2;
/** Beside the PDU: the unit before and the CRC after it. */
const frameBytes = 3;

export function encodeRtu(unit: number, pdu: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameBytes + pdu.length);
  frame[0] = unit;
  frame.set(pdu, 1);
  new DataView(frame.buffer).setUint16(pdu.length + 1, computeModbusCrc(frame, 0, pdu.length + 1), true);
  return frame;
}

/** The PDU of `bytes[from, from + length + 3)` if its CRC is right. */
export function decodeRtu(bytes: Uint8Array, from: number, length: number): Uint8Array | undefined {
  const end = from + 1 + length;
  if (bytes.length < end + 2) return undefined;
  const crc = (bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8);
  return computeModbusCrc(bytes, from, end) === crc ? bytes.slice(from + 1, end) : undefined;
}

/**
 * Finds the answer to a request in what a DTU passes on. Its heartbeat and registration texts may stand before it, so
 * every place is tried: unit, function and CRC must fit. A board asked as unit 254, to which all boards listen, may
 * answer with its own number.
 */
export function findRtuResponse(
  bytes: Uint8Array,
  unit: number,
  request: ModbusRequest,
): Uint8Array | undefined {
  const code = functionCode[request.kind];
  for (let from = 0; from + frameBytes < bytes.length; from++) {
    if (unit !== anyUnit && bytes[from] !== unit) continue;
    const isException = bytes[from + 1] === (code | 0x80);
    if (bytes[from + 1] !== code && !isException) continue;
    const pdu = decodeRtu(bytes, from, isException ? exceptionLength : responseLength(request));
    if (pdu) return pdu;
  }
  return undefined;
}

/** The number that every relay board of the common kind listens to. */
export const anyUnit = 254;
