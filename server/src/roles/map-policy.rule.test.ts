import { describe, expect, it } from 'vitest';
import { basePolicy, formatPolicy } from '../platform/http/content-policy.ts';
import { writePagePolicy } from './map-policy.rule.ts';

const strict = formatPolicy(basePolicy);
const write = (path: string, config: unknown) => writePagePolicy(path, JSON.stringify(config));

describe('the content security policy of a page', () => {
  it.each([undefined, '', 'no JSON', '[]', '{}', '{"MAP_TILES":null}', '{"MAP_TILES":"/maps/city.pmtiles"}'])(
    'is unchanged with the configuration %j',
    (config) => expect(writePagePolicy('/home', config)).toBe(strict),
  );

  it.each([
    "https://a.example; script-src 'unsafe-inline'/{z}/{x}/{y}",
    'javascript:alert(1)//{z}{x}{y}',
    'data:image/png,{z}{x}{y}',
    "https://*/{z}/{x}/{y}.png' 'unsafe-eval'",
    17,
  ])('cannot be widened by an address like %j', (tiles) => {
    const policy = write('/home', { MAP_TILES: tiles });
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("script-src 'self'; style-src");
    expect(policy.split(';')).toHaveLength(strict.split(';').length);
  });

  it('names each tile server once, with its port', () => {
    const tiles = [
      'https://t0.example:8443/{z}/{x}/{y}',
      'https://t0.example:8443/b/{z}/{x}/{y}',
      'http://t1.example/{z}/{x}/{y}',
    ];
    expect(write('/index', { MAP_TILES: tiles })).toContain(
      "connect-src 'self' https://t0.example:8443 http://t1.example;",
    );
  });

  it('names the hosts of every configured map, with those of a range and of its labels', () => {
    const MAP_PROVIDERS = [
      {
        id: 'a',
        name: 'a',
        preset: 'xyz',
        tiles: ['https://t{0-2}.example/{z}/{x}/{y}?k={key}'],
        labels: 'https://names.example/{z}/{x}/{y}',
        key: 'k',
      },
      {
        id: 'b',
        name: 'b',
        preset: 'openfreemap',
        tiles: ['https://vector.example/planet', 'https://v2.example/'],
      },
      { id: 'c', name: 'c', preset: 'pmtiles', tiles: ['/maps/city.pmtiles'] },
      {
        id: 'd',
        name: 'd',
        preset: 'xyz',
        tiles: ["https://x.example;script-src 'unsafe-eval'/{z}/{x}/{y}"],
      },
    ];
    expect(write('/home', { MAP_TILES: 'https://old.example/{z}/{x}/{y}', MAP_PROVIDERS })).toContain(
      "connect-src 'self' https://old.example https://t0.example https://t1.example https://t2.example " +
        'https://names.example https://vector.example https://v2.example;',
    );
  });

  it('allows the vendor’s map only on its own page, and only with both keys', () => {
    const keys = { AMAP_WEB_JSAPI: 'key', AMAP_WEB_JSAPICODE: 'code' };
    expect(write('/gaode', keys)).toContain("'unsafe-eval'");
    for (const path of ['/home', '/google', '/index', '/gaode/x', '/login'])
      expect(write(path, keys)).toBe(strict);
    expect(write('/gaode', { AMAP_WEB_JSAPI: 'key' })).toBe(strict);
  });
});
