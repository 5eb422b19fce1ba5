/** The functions of Modbus that switches need. */
export const functionCode = {
  readCoils: 1,
  readInputs: 2,
  writeCoil: 5,
  writeCoils: 15,
  writeRegisters: 16,
} as const;

/** What a master asks a device for. */
export type ModbusRequest =
  | { kind: 'readCoils'; address: number; count: number }
  | { kind: 'readInputs'; address: number; count: number }
  | { kind: 'writeCoil'; address: number; isOn: boolean }
  | { kind: 'writeCoils'; address: number; values: readonly boolean[] }
  | { kind: 'writeRegisters'; address: number; values: readonly number[] };

/** What a device answers; `bits` has as many values as were asked for. */
export type ModbusResponse =
  | { kind: 'bits'; bits: boolean[] }
  | { kind: 'written' }
  | { kind: 'exception'; code: number };

/** Codes of exceptions, as the standard names them. */
export const exceptionCode = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  busy: 6,
} as const;

/** Set in the function code of an exception. */
const exceptionBit = 0x80;
const coilOn = 0xff00;
const maxBits = 2000;
const maxWrittenBits = 1968;
const maxRegisters = 123;

/** A frame that contradicts the standard, or that does not answer the request. */
export class ModbusError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModbusError';
  }
}

export function encodeModbusRequest(request: ModbusRequest): Uint8Array {
  const { kind, address } = request;
  const code = functionCode[kind];
  if (request.kind === 'writeCoil')
    return Uint8Array.of(code, ...word(address), ...word(request.isOn ? coilOn : 0));
  if (request.kind === 'writeCoils') {
    const bytes = packBits(request.values);
    return Uint8Array.of(code, ...word(address), ...word(request.values.length), bytes.length, ...bytes);
  }
  if (request.kind === 'writeRegisters') {
    const bytes = request.values.flatMap(word);
    return Uint8Array.of(code, ...word(address), ...word(request.values.length), bytes.length, ...bytes);
  }
  return Uint8Array.of(code, ...word(address), ...word(request.count));
}

/** Undefined if a device does not know the function, for which it answers with an exception. */
export function decodeModbusRequest(pdu: Uint8Array): ModbusRequest | undefined {
  const [code, address, count] = [pdu[0], readWord(pdu, 1), readWord(pdu, 3)];
  if (code === functionCode.readCoils || code === functionCode.readInputs) {
    expectLength(pdu, 5);
    if (count < 1 || count > maxBits) throw new ModbusError(`${count} bits cannot be read at once`);
    return { kind: code === functionCode.readCoils ? 'readCoils' : 'readInputs', address, count };
  }
  if (code === functionCode.writeCoil) {
    expectLength(pdu, 5);
    if (count !== 0 && count !== coilOn) throw new ModbusError(`${count} is no value of a coil`);
    return { kind: 'writeCoil', address, isOn: count === coilOn };
  }
  if (code === functionCode.writeCoils) {
    const bytes = readCounted(pdu, Math.ceil(count / 8), count <= maxWrittenBits);
    return { kind: 'writeCoils', address, values: unpackBits(bytes, count) };
  }
  if (code === functionCode.writeRegisters) {
    const bytes = readCounted(pdu, count * 2, count <= maxRegisters);
    const values = Array.from({ length: count }, (_, index) => readWord(bytes, index * 2));
    return { kind: 'writeRegisters', address, values };
  }
  return undefined;
}

export function encodeModbusResponse(request: ModbusRequest, response: ModbusResponse): Uint8Array {
  const code = functionCode[request.kind];
  if (response.kind === 'exception') return Uint8Array.of(code | exceptionBit, response.code);
  if (response.kind === 'bits') {
    const bytes = packBits(response.bits);
    return Uint8Array.of(code, bytes.length, ...bytes);
  }
  // Writes of one coil are answered by an echo, others by address and count.
  return encodeModbusRequest(request).slice(0, 5);
}

/** An exception of a device that does not know the function of a request. */
export function encodeUnknown(pdu: Uint8Array): Uint8Array {
  return Uint8Array.of((pdu[0] ?? 0) | exceptionBit, exceptionCode.illegalFunction);
}

/** Reads the answer to a request; refuses one that does not belong to it. */
export function decodeModbusResponse(request: ModbusRequest, pdu: Uint8Array): ModbusResponse {
  const code = functionCode[request.kind];
  if (pdu[0] === (code | exceptionBit)) {
    expectLength(pdu, 2);
    return { kind: 'exception', code: pdu[1] ?? 0 };
  }
  if (pdu[0] !== code) throw new ModbusError(`function ${pdu[0]} answers function ${code}`);
  if (request.kind === 'readCoils' || request.kind === 'readInputs') {
    const length = Math.ceil(request.count / 8);
    expectLength(pdu, 2 + length);
    if (pdu[1] !== length) throw new ModbusError(`${pdu[1]} bytes answer ${request.count} bits`);
    return { kind: 'bits', bits: unpackBits(pdu.subarray(2), request.count) };
  }
  const expected = encodeModbusRequest(request).subarray(0, 5);
  expectLength(pdu, expected.length);
  if (expected.some((byte, index) => byte !== pdu[index]))
    throw new ModbusError('the answer is of another address or value');
  return { kind: 'written' };
}

/** How many bytes the answer to a request has if it is no exception. */
export function responseLength(request: ModbusRequest): number {
  const isRead = request.kind === 'readCoils' || request.kind === 'readInputs';
  return isRead ? 2 + Math.ceil(request.count / 8) : 5;
}

function word(value: number): [number, number] {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff)
    throw new ModbusError(`${value} does not fit into a register`);
  return [value >> 8, value & 0xff];
}

function readWord(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function readCounted(pdu: Uint8Array, length: number, isAllowed: boolean): Uint8Array {
  if (!isAllowed || length === 0 || pdu[5] !== length) throw new ModbusError('the count is wrong');
  expectLength(pdu, 6 + length);
  return pdu.subarray(6);
}

function expectLength(pdu: Uint8Array, length: number): void {
  if (pdu.length !== length) throw new ModbusError(`${pdu.length} bytes instead of ${length}`);
}

function packBits(bits: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bytes;
}

function unpackBits(bytes: Uint8Array, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => ((bytes[index >> 3] ?? 0) & (1 << (index & 7))) !== 0);
}
