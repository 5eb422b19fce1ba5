import type { ErrorKey } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { soon } from '../../src/testing/soon.ts';
import { openWorkbook } from '../compatibility/family-client.fixture.ts';
import {
  type Asker,
  type Call,
  type Kind,
  kinds,
  type Place,
  places,
  type Subject,
} from './scope-matrix.fixture.ts';
import { freeEndpoints, subjects } from './scope-subjects.fixture.ts';

let t: TestApp;

beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, places.own, 100, [0, 100]);
  await addDepartment(t, places.below, places.own, [0, 100, places.own]);
  await addDepartment(t, places.beside, 100, [0, 100]);
});
afterAll(() => t.close());

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path.replace(/:\w+/g, ':')}`;
const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}/`);
const scoped = () =>
  t.app.endpoints.filter(({ path }) => [...t.app.scopedPaths].some((top) => isUnder(path, top)));
const callsOf = (subject: Subject) => {
  const known = new Set(t.app.endpoints.map(nameOf));
  return Object.entries(subject.calls)
    .filter(([name]) => known.has(name))
    .flatMap(([name, calls]) => [calls].flat().map((call) => ({ name, call })));
};

describe('every endpoint of data that belongs to departments', () => {
  const covered = new Set(subjects.flatMap(({ calls }) => Object.keys(calls)));

  it('is in the matrix: who adds one says there how it is asked', () => {
    expect(t.app.scopedPaths.size).toBeGreaterThanOrEqual(3);
    expect([...t.app.scopedPaths].sort()).toEqual(subjects.map(({ path }) => path).sort());
    expect(
      scoped()
        .map(nameOf)
        .filter((name) => !covered.has(name)),
    ).toEqual([]);
  });

  it('is known as such, wherever its answer or its input names a department', () => {
    const naming = t.app.endpoints.filter(({ reply, query, body, params }) =>
      /"dept(Id|Ids|Name|s)?"/.test(JSON.stringify([reply, query, body, params])),
    );
    expect(naming.length).toBeGreaterThan(10);
    const unknown = naming.map(nameOf).filter((name) => !covered.has(name) && !(name in freeEndpoints));
    expect(unknown).toEqual([]);
  });
});

/** A message of the catalogue, whatever was filled in. */
function isSaying(msg: string, keys: readonly ErrorKey[]): boolean {
  return keys.some((key) => {
    const [start = '', ...rest] = translate('zh', `errors.${key}`).split(/\{\{\w+\}\}/);
    return msg.startsWith(start) && rest.every((part) => msg.includes(part));
  });
}

const gone: ErrorKey[] = ['row.gone', 'scope.denied'];

/** One data scope on its way through all endpoints. */
interface Round {
  kind: Kind;
  /** Who asks; with a role and a person that no other call has touched. */
  makeAsker: () => Promise<Asker>;
  /** Reading changes nothing: all of it is done by one asker on the same rows. */
  reader: Promise<Asker>;
  toRead: Map<string, Promise<Sample[]>>;
}

/** More would wait for a connection until the server gives up, on a machine that is busy. */
const callsAtOnce = 4;

describe.each(kinds)('data scope $dataScope', (kind) => {
  let round: Round;

  beforeAll(async () => {
    const permissions = new Set(
      t.app.endpoints.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : [])),
    );
    const { dataScope, deptIds } = kind;
    const role = { permissions: [...permissions], dataScope, deptIds };
    const name = `asker ${dataScope}`;
    const userId = await addPerson(t, name, [role], places.own);
    const token = await t.login(name, personPassword);
    const makeAsker = () => prepareAsker(kind, userId, token);
    round = { kind, makeAsker, reader: makeAsker(), toRead: new Map() };
  });

  it.each(subjects)('at $path', async (subject) => {
    const calls = callsOf(subject);
    const found: string[] = [];
    for (let at = 0; at < calls.length; at += callsAtOnce) {
      const some = calls.slice(at, at + callsAtOnce).map(async ({ name, call }) => {
        const problems = await tryCall(round, subject, name, call);
        return problems.map((problem) => `${name}: ${problem}`);
      });
      found.push(...(await Promise.all(some)).flat());
    }
    expect(found).toEqual([]);
  });
});

async function prepareAsker({ reaches }: Kind, userId: number, token: string): Promise<Asker> {
  const [people, , roles] = subjects;
  const [place] = reaches;
  const asker = { t, userId, token, someone: userId, roleId: 0 };
  const [roleId = 0, someone = userId] = await Promise.all([
    roles?.mine?.add(asker),
    place && people?.add(t, places[place]),
  ]);
  return { ...asker, roleId, someone };
}

type RowCall = Extract<Call, { row: unknown }>['row'];
type ListCall = Extract<Call, { list: unknown }>['list'];

interface Sample {
  title: string;
  id: number;
  isReached: boolean;
}

/** A row in each department, and the asker's own. */
function makeSamples(kind: Kind, asker: Asker, { add, mine }: Subject): Promise<Sample[]> {
  const inPlaces = Object.entries(places).map(async ([title, deptId]) => {
    // The keys of the object are its places.
    const isReached = kind.reaches.includes(title as Place);
    return { title, id: await add(asker.t, deptId), isReached };
  });
  const own = [mine]
    .flatMap((one) => one ?? [])
    .map(async (one) => {
      return { title: 'mine', id: await one.add(asker), isReached: one.reachedBy.includes(kind.dataScope) };
    });
  return Promise.all([...inPlaces, ...own]);
}

/** What is wrong with the answers to a call, if anything. */
async function tryCall(round: Round, subject: Subject, name: string, call: Call): Promise<string[]> {
  if ('free' in call) return [];
  const [method = ''] = name.split(' ');
  const isReading = 'list' in call ? !call.list.prepare : method === 'GET';
  const { of = subject.path } = 'list' in call ? call.list : call.row;
  const asker = await (isReading ? round.reader : round.makeAsker());
  const make = () => makeSamples(round.kind, asker, subjects.find(({ path }) => path === of) ?? subject);
  const making = (isReading && round.toRead.get(of)) || make();
  if (isReading) round.toRead.set(of, making);
  const samples = await making;
  if ('list' in call) return tryList(asker, call.list, samples, name);
  const asked = samples.filter(({ title }) => !(call.row.others && title === 'mine'));
  const problems = await Promise.all(asked.map((sample) => tryRow(asker, call.row, sample, method)));
  return problems.flat();
}

async function tryRow(asker: Asker, row: RowCall, sample: Sample, method: string): Promise<string[]> {
  const { title, id, isReached } = sample;
  const { path, json } = await row.ask(id, asker);
  const { body } = await t.send(method, path, { token: asker.token, ...(json && { json }) });
  const isFound = body.code === 200 || isSaying(body.msg, row.guards ?? []);
  const isRefused = body.code !== 200 && isSaying(body.msg, [...gone, ...(row.refusals ?? [])]);
  return (isReached ? isFound : isRefused)
    ? []
    : [`${title} ${isReached ? 'is' : 'is not'} reached: ${body.msg}`];
}

async function tryList(asker: Asker, list: ListCall, samples: Sample[], name: string): Promise<string[]> {
  await list.prepare?.(
    asker,
    samples.map(({ id }) => id),
  );
  const [method = '', named = ''] = name.split(' ');
  const path = list.path?.(asker) ?? named;
  const answer = await t.send(method, path, { token: asker.token });
  const listed = new Set(
    'rows' in list ? list.rows(answer.body) : await readExport(asker, list.sheet, answer),
  );
  const wrong = samples.filter(({ id, isReached }) => listed.has(id) !== isReached);
  return wrong.map(({ title, isReached }) => `${title} ${isReached ? 'is missing' : 'is listed'}`);
}

/** The first column of an export, whichever way it is fetched. */
async function readExport(
  { token }: Asker,
  way: 'file' | 'name' | 'work',
  { body, bytes }: Awaited<ReturnType<TestApp['send']>>,
): Promise<number[]> {
  const fetchFile = async () => {
    if (way === 'file') return bytes;
    if (way === 'name') {
      return (await t.send('GET', `/common/download?fileName=${encodeURIComponent(body.msg)}`, { token }))
        .bytes;
    }
    const { id } = body['data'] as { id: string };
    const work = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'];
    await soon(work).toMatchObject({ state: 'done' });
    return (await t.send('GET', `/common/work/${id}/file`, { token })).bytes;
  };
  const { header, rows } = openWorkbook(await fetchFile());
  return rows.map((row) => Number(row[header[0] ?? '']));
}
