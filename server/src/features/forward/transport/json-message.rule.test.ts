import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../ingest/read-json.rule.ts';
import { buildReading, computeRank } from '../../ingest/read-values.rule.ts';
import { packetKinds } from '../../reading/model.api.ts';
import { makeChannel, makeDevice } from '../../reading/reading.fixture.ts';
import { makeForwardPacket } from './forward-packet.fixture.ts';
import { findResponseFailure, writeReading } from './json-message.rule.ts';

const codes = ['a34004', 'a34002', 'a21026'];
const channels = Object.fromEntries(
  codes.map((code, n) => [code, makeChannel(n + 1, { min: null, max: null })] as const),
);
const device = makeDevice({ channels });

const anyPacket = fc
  .record({
    kind: fc.constantFrom(...packetKinds),
    ts: fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2037, 0) }),
    values: fc.subarray(codes, { minLength: 1 }).chain((chosen) =>
      fc.tuple(
        ...chosen.map((code) =>
          fc.record({
            code: fc.constant(code),
            value: fc.option(
              fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
              { nil: null },
            ),
            low: fc.constant(null),
            high: fc.constant(null),
            flag: fc.constantFrom(...'NNSDC'),
          }),
        ),
      ),
    ),
  })
  .map((packet) => makeForwardPacket({ ...packet, mn: 'M' }));

it('another installation reads the same moment, values and flags from the JSON of a reading', () => {
  fc.assert(
    fc.property(anyPacket, fc.constantFrom('Asia/Shanghai', 'Europe/Paris'), (packet, zone) => {
      const given = readJson(JSON.parse(writeReading(packet, zone)), device);
      const outcome = buildReading(given, device, packet.ts, 0);
      if ('refused' in outcome) throw new Error(outcome.refused);
      const { ts, kind, rank, slots, values, marks } = outcome.reading;
      expect({ ts, kind }).toEqual({ ts: packet.ts, kind: packet.kind });
      expect(rank).toBeGreaterThan(computeRank('20200101000000000', false));
      const found = slots.map((slot, at) => {
        const mark = marks.find((each) => each.slot === slot);
        return { code: codes[slot - 1], value: values[at] ?? mark?.raw ?? null, flag: mark?.flag ?? 'N' };
      });
      expect(found).toEqual(packet.values.map(({ code, value, flag }) => ({ code, value, flag })));
    }),
  );
});

describe('a response of status 200', () => {
  const findReason = (text: string, contentType?: string) =>
    findResponseFailure({ status: 200, text, contentType })?.reason ?? 'accepted';

  it.each([
    '',
    'OK',
    'success',
    '[]',
    '{"id":1}',
    '{"code":0}',
    '{"code":"200","msg":"ok"}',
    '{"errcode":0,"errmsg":"ok"}',
    '{"errorCode":null}',
    '{"status":"success"}',
    '{"status":200}',
    '{"status":1}',
    '{"ok":true}',
    '{"success":true,"error":null}',
    '{"result":"ok","error":""}',
    '{"error":0}',
  ])('accepts the reading with the body %s', (text) => {
    expect(findReason(text, 'application/json')).toBe('accepted');
  });

  it.each([
    '{"code":500}',
    '{"errcode":40001,"errmsg":"invalid credential"}',
    '{"errCode":"E1"}',
    '{"error_code":110}',
    '{"errorCode":7}',
    '{"errno":2}',
    '{"status":"error"}',
    '{"status":"FAILED"}',
    '{"status":500}',
    '{"status":false}',
    '{"result":"fail"}',
    '{"ok":false}',
    '{"success":false}',
    '{"success":"false"}',
    '{"error":"no such device"}',
    '{"error":{"message":"no such device"}}',
  ])('refuses it with the body %s', (text) => {
    expect(findReason(text, 'application/json')).toBe('refused');
  });

  it.each([
    ['<html><body>Log in</body></html>', undefined],
    ['\ufeff\n<!DOCTYPE html><title>Log in</title>', 'text/plain'],
    ['Welcome', 'Text/HTML; charset=utf-8'],
  ])('refuses it with a page: %j, %s', (text, contentType) => {
    expect(findReason(text, contentType)).toBe('refused');
  });
});
