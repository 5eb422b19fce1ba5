import { ModbusError } from './pdu.ts';

/** Transaction, protocol 0, length, unit: the header of Modbus TCP (MBAP). */
const headerBytes = 7;
/** The longest frame of the standard. */
const maxFrameBytes = 260;

export interface TcpFrame {
  /** Tells answers of one connection apart. */
  transaction: number;
  unit: number;
  pdu: Uint8Array;
}

export function encodeTcp({ transaction, unit, pdu }: TcpFrame): Uint8Array {
  const frame = new Uint8Array(headerBytes + pdu.length);
  const header = new DataView(frame.buffer);
  header.setUint16(0, transaction & 0xffff);
  header.setUint16(4, pdu.length + 1);
  header.setUint8(6, unit);
  frame.set(pdu, headerBytes);
  return frame;
}

/** The first frame of the bytes and what is left of them; no frame while some of it is missing. */
export function decodeTcp(bytes: Uint8Array): { frame: TcpFrame | undefined; rest: Uint8Array } {
  if (bytes.length < headerBytes) return { frame: undefined, rest: bytes };
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 6 + header.getUint16(4);
  if (header.getUint16(2) !== 0 || end <= headerBytes || end > maxFrameBytes)
    throw new ModbusError('the bytes are not Modbus TCP');
  if (bytes.length < end) return { frame: undefined, rest: bytes };
  const frame = {
    transaction: header.getUint16(0),
    unit: header.getUint8(6),
    pdu: bytes.slice(headerBytes, end),
  };
  return { frame, rest: bytes.subarray(end) };
}
