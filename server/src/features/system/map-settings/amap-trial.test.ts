import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { tryAmapKeys } from './amap-trial.service.ts';

const outbound = openOutbound({
  outboundAllow: ['127.0.0.1/32'],
  outboundTimeoutMs: 500,
  port: 1,
  gatewayPort: 2,
});
const right = { amapKey: 'the-key', amapCode: 'the-code' };
const browser = { headers: { origin: 'https://console.example', 'user-agent': 'Browser/1' } };

/** AMap for one pair of keys that is bound to one page; what it was asked is kept. */
async function openAmap() {
  const asked: { question: URLSearchParams; referer: string | undefined; agent: string | undefined }[] = [];
  const { port } = await serveHttp(({ url = '', headers }, response) => {
    const question = new URL(url, 'http://amap.example').searchParams;
    asked.push({ question, referer: headers.referer, agent: headers['user-agent'] });
    const info = judge(question, headers.referer);
    response.setHeader('content-type', 'application/octet-stream');
    if (info === 'silent') return;
    response.end(JSON.stringify({ status: info === 'OK' ? '1' : '0', info }));
  });
  return { asked, address: `http://127.0.0.1:${port}/v3/log/init` };
}

function judge(question: URLSearchParams, referer: string | undefined): string {
  const [key, code] = [question.get('key'), question.get('jscode')];
  if (key === 'web-service') return 'USERKEY_PLAT_NOMATCH';
  if (key === 'silent') return 'silent';
  if (key !== right.amapKey) return 'INVALID_USER_KEY';
  if (code !== right.amapCode) return 'INVALID_USER_SCODE';
  return referer === 'https://console.example/' ? 'OK' : 'INVALID_USER_DOMAIN';
}

describe('a test of the keys of AMap', () => {
  it('asks as the library of AMap does in the browser of the person', async () => {
    const { asked, address } = await openAmap();
    const keys = { amapKey: ' the-key ', amapCode: 'the-code\n' };
    expect(await tryAmapKeys({ outbound }, keys, browser, address)).toMatchObject({ outcome: 'accepted' });
    const [{ question, ...request } = { question: new URLSearchParams() }] = asked;
    expect(request).toEqual({ referer: 'https://console.example/', agent: 'Browser/1' });
    expect(Object.fromEntries(question)).toMatchObject({
      platform: 'JS',
      appname: 'https://console.example/gaode',
      key: 'the-key',
      jscode: 'the-code',
    });
  });

  it.each([
    [{ amapKey: 'other' }, { outcome: 'unknownKey', info: 'INVALID_USER_KEY' }],
    [{ amapCode: 'other' }, { outcome: 'wrongCode', info: 'INVALID_USER_SCODE' }],
    [{ amapKey: 'web-service' }, { outcome: 'wrongType', info: 'USERKEY_PLAT_NOMATCH' }],
    [{ amapKey: 'silent' }, { outcome: 'error', error: 'timeout', host: '127.0.0.1' }],
  ])('with %j finds %j', async (wrong, result) => {
    const { address } = await openAmap();
    expect(await tryAmapKeys({ outbound }, { ...right, ...wrong }, browser, address)).toMatchObject(result);
  });

  it('says that the key is bound to other pages', async () => {
    const { address } = await openAmap();
    const elsewhere = { headers: { origin: 'https://other.example' } };
    expect(await tryAmapKeys({ outbound }, right, elsewhere, address)).toMatchObject({
      outcome: 'wrongAddress',
    });
  });

  it('never connects to this machine or its network in place of AMap', async () => {
    const { asked, address } = await openAmap();
    const guarded = openOutbound({ outboundAllow: [], port: 1, gatewayPort: 2 });
    expect(await tryAmapKeys({ outbound: guarded }, right, browser, address)).toMatchObject({
      outcome: 'error',
      error: 'refused_address',
    });
    expect(asked).toEqual([]);
  });
});
