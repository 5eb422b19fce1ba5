import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeModbusCrc } from './crc.ts';
import {
  decodeModbusRequest,
  decodeModbusResponse,
  encodeModbusRequest,
  encodeModbusResponse,
  encodeUnknown,
  ModbusError,
  type ModbusRequest,
  type ModbusResponse,
} from './pdu.ts';
import { jogRequest, readJog } from './relay-board.ts';
import { encodeRtu, findRtuResponse } from './rtu.ts';
import { decodeTcp, encodeTcp } from './tcp.ts';

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
const bytesOf = (text: string) => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));

const on: ModbusRequest = { kind: 'writeCoil', address: 0, isOn: true };
const off: ModbusRequest = { kind: 'writeCoil', address: 0, isOn: false };

describe('an RTU frame', () => {
  it.each<[string, number, ModbusRequest, string]>([
    ['closes relay 0 of unit 1', 1, on, '01 05 00 00 FF 00 8C 3A'],
    ['opens relay 0 of unit 1', 1, off, '01 05 00 00 00 00 CD CA'],
    ['closes relay 0 of whatever unit listens', 254, on, 'FE 05 00 00 FF 00 98 35'],
    [
      'closes eight relays',
      254,
      { kind: 'writeCoils', address: 0, values: Array.from({ length: 8 }, () => true) },
      'FE 0F 00 00 00 08 01 FF F1 D1',
    ],
    ['jogs relay 0 for a second', 254, jogRequest(0, 4, 1), 'FE 10 00 03 00 02 04 00 04 00 0A 41 6B'],
    ['jogs relay 0 of unit 1 for five', 1, jogRequest(0, 4, 5), '01 10 00 03 00 02 04 00 04 00 32 73 AE'],
  ])('%s', (_, unit, request, expected) => {
    expect(hex(encodeRtu(unit, encodeModbusRequest(request)))).toBe(expected);
  });

  it('has the CRC of the catalogue of CRCs', () => {
    expect(computeModbusCrc(new TextEncoder().encode('123456789'))).toBe(0x4b37);
  });

  it('of a jog names relay, mode and seconds', () => {
    expect(readJog(jogRequest(3, 2, 6553))).toEqual({ coil: 3, mode: 2, seconds: 6553 });
    expect(readJog({ kind: 'writeRegisters', address: 4, values: [4, 1] })).toBeUndefined();
  });
});

describe('an answer over a DTU', () => {
  it('is found between texts of the DTU, in whatever pieces it comes', () => {
    const heartbeat = new TextEncoder().encode('DTU-ALIVE\r\n');
    const answer = bytesOf('01 05 00 00 FF 00 8C 3A');
    const all = Uint8Array.of(...heartbeat, ...answer, ...heartbeat);
    const pieces = Array.from({ length: all.length + 1 }, (_, end) =>
      findRtuResponse(all.subarray(0, end), 1, on),
    );
    const first = pieces.findIndex((pdu) => pdu !== undefined);
    expect(first).toBe(heartbeat.length + answer.length);
    expect(decodeModbusResponse(on, pieces[first] ?? new Uint8Array())).toEqual({ kind: 'written' });
  });

  it.each([
    ['another unit', '02 05 00 00 FF 00 8C 09'],
    ['a wrong CRC', '01 05 00 00 FF 00 8C 3B'],
    ['another function', '01 0F 00 00 00 08 54 0D'],
  ])('of %s is none', (_, text) => {
    expect(findRtuResponse(bytesOf(text), 1, on)).toBeUndefined();
  });

  it('may come from any unit if all were asked', () => {
    const pdu = findRtuResponse(bytesOf('01 05 00 00 FF 00 8C 3A'), 254, on);
    expect(pdu && hex(pdu)).toBe('05 00 00 FF 00');
  });

  it('can be an exception', () => {
    const exception = encodeRtu(1, Uint8Array.of(0x85, 2));
    const pdu = findRtuResponse(exception, 1, on);
    expect(pdu && decodeModbusResponse(on, pdu)).toEqual({ kind: 'exception', code: 2 });
  });
});

describe('a TCP frame', () => {
  it('is the header, the unit and the same bytes', () => {
    const frame = encodeTcp({ transaction: 7, unit: 1, pdu: encodeModbusRequest(on) });
    expect(hex(frame)).toBe('00 07 00 00 00 06 01 05 00 00 FF 00');
  });

  it.each([
    ['another protocol', '00 01 00 01 00 06 01 05 00 00 FF 00'],
    ['no PDU', '00 01 00 00 00 01 01'],
    ['more than a frame can hold', '00 01 00 00 01 06 01 05'],
  ])('with %s is refused', (_, text) => {
    expect(() => decodeTcp(bytesOf(text))).toThrow(ModbusError);
  });
});

describe('an answer that does not belong to its request', () => {
  it.each([
    ['of another coil', '05 00 01 FF 00'],
    ['with another value', '05 00 00 00 00'],
    ['of another function', '01 01 01'],
    ['that is too short', '05 00 00 FF'],
    ['that is empty', '00'],
  ])('%s is refused', (_, text) => {
    expect(() => decodeModbusResponse(on, bytesOf(text))).toThrow(ModbusError);
  });
});

const address = fc.integer({ min: 0, max: 0xffff });
const requests: fc.Arbitrary<ModbusRequest> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('readCoils' as const, 'readInputs' as const),
    address,
    count: fc.integer({ min: 1, max: 2000 }),
  }),
  fc.record({ kind: fc.constant('writeCoil' as const), address, isOn: fc.boolean() }),
  fc.record({
    kind: fc.constant('writeCoils' as const),
    address,
    values: fc.array(fc.boolean(), { minLength: 1, maxLength: 1968 }),
  }),
  fc.record({
    kind: fc.constant('writeRegisters' as const),
    address,
    values: fc.array(address, { minLength: 1, maxLength: 123 }),
  }),
);

function answer(request: ModbusRequest, isOn: boolean): ModbusResponse {
  const isRead = request.kind === 'readCoils' || request.kind === 'readInputs';
  return isRead
    ? { kind: 'bits', bits: Array.from({ length: request.count }, () => isOn) }
    : { kind: 'written' };
}

describe('every request', () => {
  it('and its answer survive both framings in any pieces', () => {
    const unit = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(requests, unit, address, fc.boolean(), (request, number, transaction, isOn) => {
        expect(decodeModbusRequest(encodeModbusRequest(request))).toEqual(request);
        const response = answer(request, isOn);
        const pdu = encodeModbusResponse(request, response);
        expect(decodeModbusResponse(request, pdu)).toEqual(response);
        const found = findRtuResponse(encodeRtu(number, pdu), number, request);
        expect(found).toEqual(pdu);
        const frame = encodeTcp({ transaction, unit: number, pdu: pdu.subarray(0, 253) });
        const cut = transaction % frame.length;
        expect(decodeTcp(frame.subarray(0, cut)).frame).toBeUndefined();
        expect(decodeTcp(frame).frame).toEqual({ transaction, unit: number, pdu: pdu.slice(0, 253) });
      }),
    );
  });

  it('of random bytes is read, unknown or refused, and never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        try {
          const request = decodeModbusRequest(bytes);
          if (request) expect(encodeModbusRequest(request)[0]).toBe(bytes[0]);
          else expect(encodeUnknown(bytes)).toHaveLength(2);
        } catch (error) {
          expect(error).toBeInstanceOf(ModbusError);
        }
      }),
    );
  });
});
