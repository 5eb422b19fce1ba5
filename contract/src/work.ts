import Type, { type Static } from 'typebox';
import { endpoint, reply } from './kit/endpoint.ts';

/** Work that takes longer than a request may: an import, an export, a report, a command. */
const work = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: Type.Union([
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  /** Steps done so far; how many there are is not always known. */
  done: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
  /** Why it failed, in the language it was started in. */
  problem: Type.Union([Type.String(), Type.Null()]),
  /** Name of the file that can be fetched. */
  fileName: Type.Union([Type.String(), Type.Null()]),
  /** What it found out, in the form that its kind of work promises. */
  report: Type.Unknown(),
  createdAt: Type.String(),
});

export type WorkRow = Static<typeof work>;

export const workStarted = reply.data(Type.Object({ id: Type.String() }));

const oneWork = Type.Object({ id: Type.String({ pattern: '^[\\w-]{22}$' }) });
const texts = 'server.work';

/** One's own work of the last day, newest first. */
export const listWork = endpoint({
  method: 'GET',
  path: '/common/work/list',
  access: 'session',
  reply: reply.data(Type.Array(work)),
  texts,
});

export const getWork = endpoint({
  method: 'GET',
  path: '/common/work/:id',
  access: 'session',
  params: oneWork,
  reply: reply.data(work),
  texts,
});

export const downloadWork = endpoint({
  method: 'GET',
  path: '/common/work/:id/file',
  access: 'session',
  params: oneWork,
  reply: reply.file,
  texts,
});

/** Stops it while it runs, and forgets it when it is over. */
export const removeWork = endpoint({
  method: 'DELETE',
  path: '/common/work/:id',
  access: 'session',
  params: oneWork,
  reply: reply.done,
  texts,
});
