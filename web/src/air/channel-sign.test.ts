import { expect, it } from 'vitest';
import { channelSign } from './channel-sign.ts';

const t = (key: string) => `<${key}>`;

it.each([
  ['SO2', 'en', 'SO₂'],
  ['PM2.5', 'en', 'PM₂.₅'],
  ['PM2.5', 'fr', 'PM₂,₅'],
  ['NOx', 'zh', 'NOₓ'],
  ['Benzene', 'fr', 'C₆H₆'],
  ['TEM', 'fr', '<data.signs.TEM>'],
  ['own', 'en', 'Radon'],
] as const)('heads the channel %s in %s with %s', (code, language, sign) => {
  expect(channelSign({ code, name: 'Radon' }, language, t)).toBe(sign);
});
