import { deviceType } from '@limpid/contract/basedata/device-type';
import { describe, expect, it } from 'vitest';
import { makeFilter, makeSharedFilter, makeTopic, readTopic } from './topic.rule.ts';

describe('a topic template', () => {
  const pattern = new RegExp(deviceType.fields.mqttTopic.pattern, 'u');

  it.each(['air/{mn}/data', '{mn}', '/{mn}', 'a/b/{mn}', '{mn}/a/b', '空气/{mn}'])(
    'may be %s',
    (template) => {
      expect(pattern.test(template)).toBe(true);
    },
  );

  it.each([
    '',
    'air/data',
    'air/+/data',
    'air/{mn}/#',
    '{mn}/{mn}',
    'air/st{mn}/data',
    'air/{mn}x',
    '$SYS/{mn}',
    '$share/x/{mn}',
    'air/{MN}',
    'air /{mn}',
    'air/{mn}\n',
  ])('may not be "%s"', (template) => {
    expect(pattern.test(template)).toBe(false);
  });

  it('becomes a subscription for all devices, and the topic of one', () => {
    expect(makeFilter('air/{mn}/data')).toBe('air/+/data');
    expect(makeSharedFilter('{mn}/up')).toBe('$share/limpid/+/up');
    // An MN is inserted as it is, also where it looks like a replacement pattern.
    expect(makeTopic('air/{mn}/data', '$&')).toBe('air/$&/data');
  });

  it.each([
    ['air/{mn}/data', 'air/A1/data', 'A1'],
    ['air/{mn}/data', 'air//data', undefined],
    ['air/{mn}/data', 'air/data', undefined],
    ['air/{mn}/data', 'air/A/B/data', undefined],
    ['air/{mn}/data', 'water/A1/data', undefined],
    ['{mn}', 'A1', 'A1'],
    ['a/{mn}/a', 'a/a', undefined],
  ])('%s finds in %s the MN %s', (template, topic, mn) => {
    expect(readTopic(template, topic)).toBe(mn);
  });
});
