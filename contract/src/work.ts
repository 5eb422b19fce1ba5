import Type, { type Static } from 'typebox';
import { endpoint, reply } from './kit/endpoint.ts';

/** Background work that takes longer than a request may: an import, an export, a report, a command. */
const work = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: Type.Union([
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  /** Steps done so far; the total is not always known. */
  done: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
  /** Why it failed, in the language in which it was started. */
  problem: Type.Union([Type.String(), Type.Null()]),
  /** Name of the result file. */
  fileName: Type.Union([Type.String(), Type.Null()]),
  /** The result, in the form defined by its kind of work. */
  report: Type.Unknown(),
  createdAt: Type.String(),
});

export type WorkRow = Static<typeof work>;

export const workStarted = reply.data(Type.Object({ id: Type.String() }));

const oneWork = Type.Object({ id: Type.String({ pattern: '^[\\w-]{22}$' }) });
const texts = 'server.work';

/** The caller's work of the last day, newest first. */
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

/** Stops running work; removes finished work from the list. */
export const removeWork = endpoint({
  method: 'DELETE',
  path: '/common/work/:id',
  access: 'session',
  params: oneWork,
  reply: reply.done,
  texts,
});
