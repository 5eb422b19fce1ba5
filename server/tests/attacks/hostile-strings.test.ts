import { fieldEntries, fieldLabel, type Resource } from '@limpid/contract/kit/resource';
import { dictData, dictType } from '@limpid/contract/system/dictionary';
import { parameter } from '@limpid/contract/system/parameter';
import { post } from '@limpid/contract/system/post';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { makeUpload } from '../../src/testing/upload.ts';
import { type JsonFields, responseRows } from '../compatibility/family-client.fixture.ts';
import { haveStrings, readStrings, runConcurrently } from './hostile-strings.fixture.ts';

const unknown = translate('zh', 'errors.system.unknown');
const strings = haveStrings ? readStrings() : [];
/** Trimmed and unique: strings that differ only in spaces would become one row. */
const distinct = [...new Map(strings.map((text) => [text.trim(), text])).values()];

const resources: [name: string, resource: Resource][] = [
  ['post', post],
  ['parameter', parameter],
  ['dictType', dictType],
  ['dictData', dictData],
];

/** Full rounds take every string; in other runs only the import does, and requests of their own have every third. */
const some = fullRounds ? distinct : distinct.filter((_, index) => index % 3 === 0);

/** All resources share one code path: full rounds give every string to each, other runs a part of them. */
function shareOf(resource: Resource): string[] {
  const place = resources.findIndex(([, one]) => one === resource);
  return fullRounds ? some : some.filter((_, index) => index % resources.length === place);
}

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

/** The value of a field that rejects the string, unique for each row. */
function plainValue(name: string, index: number): unknown {
  if (name.endsWith('Sort')) return 1;
  if (name === 'dictType') return `plain_${index}`;
  return `plain ${index}`;
}

function textFields(resource: Resource): string[] {
  return fieldEntries(resource)
    .filter(([, field]) => (field.kind === 'text' || field.kind === 'longText') && !field.readOnly)
    .map(([name]) => name);
}

/**
 * Puts the string into all text fields, and replaces it in each field that rejects it, until the row is stored.
 * Returns the values that were stored; every error must name its field.
 */
async function store(resource: Resource, text: string, index: number): Promise<JsonFields> {
  const row: JsonFields = Object.fromEntries(textFields(resource).map((name) => [name, text]));
  if (resource === dictData) row['dictType'] = 'sys_yes_no';
  if ('postSort' in resource.fields) row['postSort'] = index;
  if ('dictSort' in resource.fields) row['dictSort'] = index;
  for (let tries = 0; tries <= textFields(resource).length; tries++) {
    const { body } = await t.send('POST', resource.path, { token, json: row });
    if (body.code === 200) return row;
    const field = String(body['field']);
    expect(body.msg, `${field}: ${JSON.stringify(text)}`).not.toBe(unknown);
    expect(body.msg).toContain(translate('zh', fieldLabel(resource, field)));
    expect(row[field], `${field} was refused`).toBe(text);
    row[field] = plainValue(field, index);
  }
  throw new Error(`${JSON.stringify(text)} cannot be stored anywhere`);
}

async function listAll(resource: Resource): Promise<JsonFields[]> {
  const { body } = await t.send('GET', `${resource.path}/list?pageSize=1000&orderByColumn=${resource.id}`, {
    token,
  });
  return responseRows(body);
}

/** The stored form: trimmed, null if nothing is left. */
function kept(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || null : value;
}

describe.skipIf(!haveStrings)('hostile strings (shared/data/security, skipped when absent)', () => {
  it('are more than a few', () => {
    expect(strings.length).toBeGreaterThan(600);
  });

  it.each(resources)(
    'in every text of a %s are kept as they are, or refused by name',
    async (_name, resource) => {
      const before = new Set((await listAll(resource)).map((row) => row[resource.id]));
      const sent = new Map<string, JsonFields>();
      const own = shareOf(resource);
      await runConcurrently(own, async (text, index) => {
        const row = await store(resource, text, index);
        sent.set(keyOf(resource, row), row);
      });
      const stored = (await listAll(resource)).filter((row) => !before.has(row[resource.id]));
      expect(stored).toHaveLength(own.length);
      for (const row of stored) {
        const wanted = sent.get(keyOf(resource, row)) ?? {};
        const expected = Object.fromEntries(
          Object.entries(wanted).map(([name, value]) => [name, kept(value)]),
        );
        expect(row).toMatchObject(expected);
      }
    },
  );

  it('find only the rows that contain them when searched by name', async () => {
    const rows = await listAll(post);
    await runConcurrently(shareOf(post), async (text) => {
      const query = everywhere(text, ['postName']);
      query.set('pageSize', '1000');
      const { body } = await t.send('GET', `/system/post/list?${query}`, { token });
      const wanted = text.trim();
      if (body.code !== 200) expect(body['field']).toBe('postName');
      else if (wanted !== '') {
        const found = new Set(responseRows(body).map(({ postName }) => postName));
        if (rows.some(({ postName }) => postName === wanted)) expect(found).toContain(wanted);
        expect(found.size).toBeLessThan(rows.length);
      }
    });
  });

  it.each(resources)('break no search of a %s, even in all filters at once', async (_name, resource) => {
    const searches = fieldEntries(resource).filter(([, field]) => field.search && field.search !== 'range');
    const names = searches.map(([name]) => name);
    await runConcurrently(shareOf(resource), async (text) => {
      const { body } = await t.send('GET', `${resource.path}/list?${everywhere(text, names)}`, { token });
      expect(body.msg, JSON.stringify(text)).not.toBe(unknown);
      if (body.code !== 200) expect(names).toContain(body['field']);
    });
  });

  it('are either valid or rejected with the field as page and date', async () => {
    const numbers = some.filter((text) => /^\W*\d/.test(text));
    await runConcurrently(numbers, async (text) => {
      for (const name of ['beginTime', 'params[endTime]', 'pageNum', 'pageSize']) {
        const path = `/system/post/list?${new URLSearchParams({ [name]: text })}`;
        const { body } = await t.send('GET', path, { token });
        if (body.code !== 200) expect(body['field'], text).toBe(name.replace(/params\[(.*)\]/, '$1'));
        expect(body.msg).not.toBe(unknown);
      }
    });
  });

  it('match no endpoint in a path', async () => {
    await runConcurrently(some, async (text, index) => {
      const part = encodeURIComponent(text.toWellFormed());
      const paths = ['/system/config/configKey/', '/system/dict/data/type/', '/common/download?fileName='];
      const { body, headers } = await t.send('GET', `${paths[index % 3]}${part}`, { token });
      expect(body.msg, part).not.toBe(unknown);
      expect(headers['content-disposition']).toBeUndefined();
    });
  });

  it('in a sheet are imported unchanged, or reported row by row', async () => {
    await t.app.pool.query('truncate sys_post cascade');
    const rows = distinct.map((text, index) => [`c${index}`, text, 1, text]);
    const upload = await makeUpload(['postCode', 'postName', 'postSort', 'remark'], rows);
    const { body } = await t.send('POST', '/system/post/importData', { token, ...upload });
    const report = body['data'] as { added: number; failed: { line: number; reason: string }[] };
    expect(body.code, body.msg).toBe(200);
    expect(report.added + report.failed.length).toBe(distinct.length);
    for (const { reason } of report.failed)
      expect(reason).toContain(translate('zh', fieldLabel(post, 'postName')));
    for (const row of await listAll(post)) {
      const text = distinct[Number(String(row['postCode']).slice(1))] ?? '';
      expect(row, String(row['postCode'])).toMatchObject({ postName: text.trim(), remark: text.trim() });
    }
    expect(report.added).toBeGreaterThan(distinct.length / 2);
  });
});

/** A query with the string in these filters, as order, as language and as an unknown name. */
function everywhere(text: string, filters: readonly string[]): URLSearchParams {
  const query = new URLSearchParams({ [text]: text, lang: text });
  query.set('orderByColumn', text.slice(0, 60));
  query.set('isAsc', text.slice(0, 15));
  for (const name of filters) query.set(name, text);
  return query;
}

function keyOf({ key }: Resource, row: JsonFields): string {
  return key.map((name) => String(kept(row[name]))).join('\n');
}
