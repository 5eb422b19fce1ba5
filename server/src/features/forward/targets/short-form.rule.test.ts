import { describe, expect, it } from 'vitest';
import { type ListedTarget, makeShortForm, planShortForm } from './short-form.rule.ts';

const target = (targetId: number, protocol: string, address: string): ListedTarget => ({
  targetId,
  protocol,
  address,
});
const a = target(1, 'hj212-2017', 'a.example:1');
const b = target(2, 'hj212-2005', 'b.example:1');
const json = target(3, 'json', 'https://c.example/in');
const mqtt = target(4, 'mqtt', 'd.example:1883');
const form = (protocol: string, address: string | null) => ({ protocol, address });

describe('a changed short form', () => {
  it.each([
    ['a new entity', [], undefined, form('hj212-2017', 'a.example:1#b.example:2'), { added: 2 }],
    ['the same in capitals', [a], form('hj212-2017', 'a.example:1'), form('hj212-2017', 'A.example:1'), {}],
    [
      'another address',
      [a, b],
      form('hj212-2017', 'a.example:1#b.example:1'),
      form('hj212-2017', 'b.example:1#n.example:1'),
      { added: 1, removed: [1] },
    ],
    ['no address', [a, b, json], form('hj212-2017', 'x'), form('hj212-2017', null), { removed: [1, 2] }],
    [
      'another version, which only those with the former one take',
      [a, b],
      form('hj212-2017', 'a.example:1#b.example:1'),
      form('hj212-2025', 'a.example:1#b.example:1'),
      { changed: [1] },
    ],
    [
      'JSON instead of HJ 212',
      [a, json],
      form('hj212-2017', 'a.example:1'),
      form('json', 'https://c.example/in'),
      { removed: [1] },
    ],
    [
      'an address that MQTT has',
      [mqtt],
      form('hj212-2017', null),
      form('hj212-2017', 'd.example:1883'),
      { taken: 'd.example:1883' },
    ],
  ])('with %s', (_, targets, before, after, expected) => {
    const { added, ...plan } = planShortForm(targets, before, after);
    const { added: count, ...rest } = { added: 0, removed: [], changed: [], taken: undefined, ...expected };
    expect(plan).toEqual(rest);
    expect(added).toHaveLength(count);
  });

  it('names a new target by its address', () => {
    const long = `https://c.example/${'x'.repeat(80)}`;
    const { added } = planShortForm([], undefined, form('json', long));
    expect(added).toEqual([{ protocol: 'json', address: long, targetName: long.slice(0, 60) }]);
  });
});

describe('the short form of targets', () => {
  it.each([
    ['nothing', [], form('hj212-2017', 'old'), form('hj212-2017', null)],
    [
      'all versions of HJ 212 with the first one',
      [b, a],
      form('hj212-2017', 'old'),
      form('hj212-2005', 'b.example:1#a.example:1'),
    ],
    ['those of the protocol of the entity', [mqtt, json, a], form('json', null), form('json', json.address)],
    [
      'those of the first protocol otherwise',
      [mqtt, json],
      form('hj212-2017', null),
      form('mqtt', mqtt.address),
    ],
  ])('has %s', (_, targets, now, expected) => {
    expect(makeShortForm(targets, now)).toEqual(expected);
  });
});
