import { expect, it } from 'vitest';
import { makePacket } from '../../reading/reading.fixture.ts';
import { writePacketText } from './frame-text.rule.ts';

it('the text of a packet has its place among several', () => {
  const header = 'QN=20261115080000000;ST=22;CN=2011;PW=1;MN=M;PNUM=3;PNO=2;Flag=7';
  expect(writePacketText(makePacket('Note=x', header))).toBe(
    'QN=20261115080000000;ST=22;CN=2011;PW=******;MN=M;Flag=7;PNUM=3;PNO=2;CP=&&Note=x&&',
  );
  expect(writePacketText(makePacket('Note=x'))).not.toContain('PNUM');
});
