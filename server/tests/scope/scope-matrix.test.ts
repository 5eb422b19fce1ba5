import type { ErrorKey } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { soon } from '../../src/testing/soon.ts';
import { openWorkbook } from '../compatibility/family-client.fixture.ts';
import {
  type DataScopeCase,
  dataScopeCases,
  type ScopeCaller,
  type ScopeCheck,
  type ScopeDepartment,
  type ScopeSubject,
  scopeDepartments,
} from './scope-matrix.fixture.ts';
import { exemptEndpoints, subjects } from './scope-subjects.fixture.ts';

let t: TestApp;

beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, scopeDepartments.own, 100, [0, 100]);
  await addDepartment(t, scopeDepartments.below, scopeDepartments.own, [0, 100, scopeDepartments.own]);
  await addDepartment(t, scopeDepartments.beside, 100, [0, 100]);
});
afterAll(() => t.close());

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path.replace(/:\w+/g, ':')}`;
const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}/`);
const scoped = () =>
  t.app.endpoints.filter(({ path }) => [...t.app.scopedPaths].some((top) => isUnder(path, top)));
const callsOf = (subject: ScopeSubject) => {
  const known = new Set(t.app.endpoints.map(nameOf));
  return Object.entries(subject.calls)
    .filter(([name]) => known.has(name))
    .flatMap(([name, calls]) => [calls].flat().map((call) => ({ name, call })));
};

describe('every endpoint with a data scope', () => {
  const covered = new Set(subjects.flatMap(({ calls }) => Object.keys(calls)));

  it('is checked by the matrix', () => {
    expect(t.app.scopedPaths.size).toBeGreaterThanOrEqual(3);
    expect([...t.app.scopedPaths].sort()).toEqual(subjects.map(({ path }) => path).sort());
    expect(
      scoped()
        .map(nameOf)
        .filter((name) => !covered.has(name)),
    ).toEqual([]);
  });

  it('is known as such if its response or input mentions a department', () => {
    const naming = t.app.endpoints.filter(({ reply, query, body, params }) =>
      /"dept(Id|Ids|Name|s)?"/.test(JSON.stringify([reply, query, body, params])),
    );
    expect(naming.length).toBeGreaterThan(10);
    const unknown = naming.map(nameOf).filter((name) => !covered.has(name) && !(name in exemptEndpoints));
    expect(unknown).toEqual([]);
  });
});

/** Whether the message is one of these errors, with any parameters. */
function matchesError(msg: string, keys: readonly ErrorKey[]): boolean {
  return keys.some((key) => {
    const [start = '', ...rest] = translate('zh', `errors.${key}`).split(/\{\{\w+\}\}/);
    return msg.startsWith(start) && rest.every((part) => msg.includes(part));
  });
}

const gone: ErrorKey[] = ['row.gone', 'scope.denied', 'alarm_rule.target_gone'];

/** The state of one data scope during its checks. */
interface Round {
  scopeCase: DataScopeCase;
  /** Adds a role and a user that no other check has changed. */
  makeCaller: () => Promise<ScopeCaller>;
  /** One caller and one set of rows for all reads, which change nothing. */
  reader: Promise<ScopeCaller>;
  toRead: Map<string, Promise<ScopeSample[]>>;
}

/** More requests would time out waiting for a connection on a busy machine. */
const callsAtOnce = 4;

describe.each(dataScopeCases)('data scope $dataScope', (scopeCase) => {
  let round: Round;

  beforeAll(async () => {
    const permissions = new Set(
      t.app.endpoints.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : [])),
    );
    const { dataScope, deptIds } = scopeCase;
    // As one menu with all of them, which every request reads.
    const role = { permissions: [[...permissions].join()], dataScope, deptIds };
    const name = `caller ${dataScope}`;
    const userId = await addPerson(t, name, [role], scopeDepartments.own);
    const token = await t.login(name, personPassword);
    const makeCaller = () => prepareCaller(scopeCase, userId, token);
    round = { scopeCase, makeCaller, reader: makeCaller(), toRead: new Map() };
  });

  it.each(subjects)('is enforced at $path', async (subject) => {
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

async function prepareCaller(
  { reaches }: DataScopeCase,
  userId: number,
  token: string,
): Promise<ScopeCaller> {
  const [people, , roles] = subjects;
  const [place] = reaches;
  const caller = { t, userId, token, otherUserId: userId, roleId: 0 };
  const [roleId = 0, otherUserId = userId] = await Promise.all([
    roles?.ownRow?.add(caller),
    place && people?.add(t, scopeDepartments[place]),
  ]);
  return { ...caller, roleId, otherUserId };
}

type RowCall = Extract<ScopeCheck, { row: unknown }>['row'];
type ListCall = Extract<ScopeCheck, { list: unknown }>['list'];

interface ScopeSample {
  title: string;
  id: number;
  isReached: boolean;
}

/** Adds a row to each department, and the caller's own. */
function makeSamples(
  scopeCase: DataScopeCase,
  caller: ScopeCaller,
  { add, ownRow }: ScopeSubject,
): Promise<ScopeSample[]> {
  const inPlaces = Object.entries(scopeDepartments).map(async ([title, deptId]) => {
    // The keys of the object are the departments.
    const isReached = scopeCase.reaches.includes(title as ScopeDepartment);
    return { title, id: await add(caller.t, deptId), isReached };
  });
  const own = [ownRow]
    .flatMap((one) => one ?? [])
    .map(async (one) => {
      return {
        title: 'ownRow',
        id: await one.add(caller),
        isReached: one.reachedBy.includes(scopeCase.dataScope),
      };
    });
  return Promise.all([...inPlaces, ...own]);
}

/** The problems that a check finds. */
async function tryCall(
  round: Round,
  subject: ScopeSubject,
  name: string,
  call: ScopeCheck,
): Promise<string[]> {
  if ('exempt' in call) return [];
  const [method = ''] = name.split(' ');
  const isReading = 'list' in call ? !call.list.prepare : method === 'GET';
  const { of = subject.path } = 'list' in call ? call.list : call.row;
  const caller = await (isReading ? round.reader : round.makeCaller());
  const make = () =>
    makeSamples(round.scopeCase, caller, subjects.find(({ path }) => path === of) ?? subject);
  const making = (isReading && round.toRead.get(of)) || make();
  if (isReading) round.toRead.set(of, making);
  const isRead = 'list' in call || method === 'GET';
  const readsRoot = subject.readsAbove && isRead && round.scopeCase.reaches.length > 0;
  const samples = (await making).map((sample) =>
    readsRoot && sample.title === 'root' ? { ...sample, isReached: true } : sample,
  );
  if ('list' in call) return tryList(caller, call.list, samples, name);
  const checked = samples.filter(({ title }) => !(call.row.skipOwnRow && title === 'ownRow'));
  const problems = await Promise.all(checked.map((sample) => tryRow(caller, call.row, sample, method)));
  return problems.flat();
}

async function tryRow(
  caller: ScopeCaller,
  row: RowCall,
  sample: ScopeSample,
  method: string,
): Promise<string[]> {
  const { title, id, isReached } = sample;
  const { path, json } = await row.request(id, caller);
  const { body } = await t.send(method, path, { token: caller.token, ...(json && { json }) });
  const isFound = body.code === 200 || matchesError(body.msg, row.guards ?? []);
  const isRefused = body.code !== 200 && matchesError(body.msg, [...gone, ...(row.refusals ?? [])]);
  return (isReached ? isFound : isRefused)
    ? []
    : [`${title} ${isReached ? 'is' : 'is not'} reached: ${body.msg}`];
}

async function tryList(
  caller: ScopeCaller,
  list: ListCall,
  samples: ScopeSample[],
  name: string,
): Promise<string[]> {
  await list.prepare?.(
    caller,
    samples.map(({ id }) => id),
  );
  const [method = '', named = ''] = name.split(' ');
  const path = list.path?.(caller) ?? named;
  const response = await t.send(method, path, {
    token: caller.token,
    ...(list.json && { json: list.json }),
  });
  const listed = new Set(
    'rows' in list ? list.rows(response.body) : await readExport(caller, list, response),
  );
  const wrong = samples.filter(({ id, isReached }) => listed.has(id) !== isReached);
  return wrong.map(({ title, isReached }) => `${title} ${isReached ? 'is missing' : 'is listed'}`);
}

/** The ids in the first column of an export. */
async function readExport(
  { token }: ScopeCaller,
  { sheet: way, findIds }: Extract<ListCall, { sheet: unknown }>,
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
  const cells = rows.map((row) => row[header[0] ?? '']);
  return findIds ? findIds(t, cells.map(String)) : cells.map(Number);
}
