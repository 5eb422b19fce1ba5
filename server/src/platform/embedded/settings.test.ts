import { expect, it } from 'vitest';
import { chooseBufferSize, listSettings } from './settings.ts';

const gigabyte = 1024 ** 3;

it('gives the cache a quarter of the memory, from 128 MB to 2 GB', () => {
  expect([0.25, 4, 64].map((size) => chooseBufferSize(size * gigabyte))).toEqual([128, 1024, 2048]);
});

it('listens on the private socket only', () => {
  const settings = listSettings(true, { socket: '/private', port: 5432 });
  expect(settings).toContain('listen_addresses=');
  expect(settings).toContain('unix_socket_directories=/private');
});

it('disables durability only if requested', () => {
  expect(listSettings(true, { socket: '/s', port: 1 })).not.toContain('fsync=off');
  expect(listSettings(false, { socket: '/s', port: 1 })).toContain('fsync=off');
});
