import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../src/testing/app.ts';
import { familyGroups, notBuilt } from './family-endpoints.fixture.ts';

const t = await openTestApp();
afterAll(() => t.close());

const split = (call: string): [string, string] => {
  const [method = '', path = ''] = call.split(' ');
  return [method, path];
};
const known = new Set(
  t.app.endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((address) => `${method} ${address.replace(/:\w+/g, ':')}`),
  ),
);
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Whether a test contains the path, in full or after a constant with the base. */
function containsPath(source: string, base: string, below: string): boolean {
  const parameter = '(\\$\\{[^`]+?\\}|\\d+|sys_\\w+|sys(\\.\\w+)+)';
  const rest = below.split(':').map(escape).join(parameter);
  const start = `(${escape(base)}|\\$\\{[^}]+\\})`;
  const bare = below === '' ? '|\\((path|address)\\b' : `|['"\`]${rest}['"\`?]`;
  return new RegExp(`['"\`]${start}${rest}['"\`?,]${bare}`).test(source);
}

describe.each(familyGroups)('the family’s $base', ({ base, tests, calls }) => {
  const source = tests.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');

  it.each(calls)('%s exists', async (call) => {
    const [method, below] = split(call);
    expect(known).toContain(`${method} ${base}${below}`);
    const { status } = await t.send(method, `${base}${below}`.replaceAll(':', '1'));
    expect([404, 405]).not.toContain(status);
  });

  it.each(calls)('%s is called by a test of a client of the family', (call) => {
    const [, below] = split(call);
    expect(source).toContain(base);
    expect(containsPath(source, base, below), `${base}${below} in ${tests.join(', ')}`).toBe(true);
  });
});

it.each(notBuilt)('%s does not exist yet and responds with 404', async (call) => {
  const [method, path] = split(call);
  expect((await t.send(method, path)).status).toBe(404);
});
