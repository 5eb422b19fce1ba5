import { expect, it } from 'vitest';
import { judgeTile } from './judge-tile.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const png = bytes('89504e470d0a1a0a 0000000d 49484452 00000100 00000200 08060000 00');
const gif = bytes('474946383961 0001 0001 00');
const jpeg = bytes('ffd8 ffe0 0004 0000 ffc0 0011 08 0100 0200 03 01 11 00');
const webp = bytes('52494646 00000000 57454250 56503858 0a000000 00000000 ff0000 ff0100');
const words = (text: string) => new TextEncoder().encode(text);
const page = words('<!DOCTYPE html><title>Sign in</title>');

it.each([
  ['a picture', 200, 'image/png', png, { outcome: 'picture', format: 'PNG', width: 256, height: 512 }],
  [
    'a picture called text',
    200,
    'text/html',
    gif,
    { outcome: 'picture', format: 'GIF', width: 256, height: 256 },
  ],
  ['a photograph', 200, '', jpeg, { outcome: 'picture', format: 'JPEG', width: 512, height: 256 }],
  ['a small picture', 200, '', webp, { outcome: 'picture', format: 'WebP', width: 256, height: 512 }],
  ['a wrong key', 401, 'image/png', png, { outcome: 'refused', status: 401 }],
  ['a key without rights', 403, 'text/html', page, { outcome: 'refused', status: 403 }],
  ['no such tile', 404, '', page, { outcome: 'missing', status: 404 }],
  ['too many requests', 429, '', page, { outcome: 'limited', status: 429 }],
  ['a broken server', 502, '', page, { outcome: 'failed', status: 502 }],
  ['a login page', 200, 'text/html', page, { outcome: 'page' }],
  ['a page called a picture', 200, 'image/png', page, { outcome: 'page' }],
  [
    'an error of a WMTS',
    200,
    'text/xml',
    words('<?xml version="1.0"?><ows:ExceptionReport/>'),
    { outcome: 'page' },
  ],
  ['nothing', 204, '', new Uint8Array(), { outcome: 'empty' }],
  [
    'a description',
    200,
    'application/json',
    words('{"tiles":["https://x/{z}/{x}/{y}"]}'),
    { outcome: 'tilejson' },
  ],
  ['another JSON', 200, 'application/json', words('{"msg":"no"}'), { outcome: 'unknown' }],
  ['a vector tile', 200, 'application/x-protobuf', bytes('1a0b7801'), { outcome: 'vector' }],
  ['a file of tiles', 206, 'application/octet-stream', words('PMTiles\x03'), { outcome: 'pmtiles' }],
  ['plain text', 200, 'text/plain', words('hello'), { outcome: 'unknown' }],
])('judges %s', (_, status, type, body, verdict) =>
  expect(judgeTile({ status, type, bytes: body })).toEqual(verdict),
);
