import { framePasswordPattern } from '@limpid/contract/site/site';
import { passwordInFrame } from '@limpid/hj212/encode';
import { isPasswordField } from '@limpid/hj212/secrets';
import { expect, it } from 'vitest';
import { redact } from '../../../platform/redact.ts';
import { makePacket } from '../../reading/reading.fixture.ts';
import { writePacketText } from './frame-text.rule.ts';

it('the text of a packet has its place among several', () => {
  const header = 'QN=20261115080000000;ST=22;CN=2011;PW=1;MN=M;PNUM=3;PNO=2;Flag=7';
  expect(writePacketText(makePacket('Note=x', header))).toBe(
    'QN=20261115080000000;ST=22;CN=2011;PW=******;MN=M;Flag=7;PNUM=3;PNO=2;CP=&&Note=x&&',
  );
  expect(writePacketText(makePacket('Note=x'))).not.toContain('PNUM');
});

it('a site takes the passwords that a frame can carry', () => {
  const onSite = new RegExp(framePasswordPattern, 'u');
  for (let code = 0; code < 256; code++) {
    const password = `a${String.fromCharCode(code)}1`;
    expect(onSite.test(password), password).toBe(passwordInFrame.test(password));
  }
  expect(passwordInFrame.test('p@ss!w0rd')).toBe(true);
});

it.each(['PW', 'NewPW', 'FtpPW-Info', 'ftppwd', 'Password', 'FtpPassword-Info', 'PW-SN'])(
  'a parameter %s is hidden in frames and in the operation log',
  (name) => {
    expect(isPasswordField(name)).toBe(true);
    expect(redact({ values: { [name]: 'zq-654' } })).toEqual({ values: { [name]: '***' } });
  },
);
