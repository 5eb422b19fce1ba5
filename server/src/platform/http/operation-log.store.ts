import { AppError } from '@limpid/contract/errors';
import { businessTypes, type Endpoint } from '@limpid/contract/kit/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Caller } from '../auth/caller.ts';
import { runInBackground } from '../background.ts';
import { redact } from '../redact.ts';
import { describeError } from '../texts.ts';
import { locateAddress } from './address.rule.ts';
import { readLanguage } from './input/language.ts';

interface OperationLogTable {
  title: string;
  businessType: number;
  method: string;
  requestMethod: string;
  userId: number | null;
  operName: string | null;
  deptId: number | null;
  deptName: string | null;
  operUrl: string;
  operIp: string;
  operLocation: string | null;
  operParam: string;
  jsonResult: string | null;
  status: number;
  errorMsg: string | null;
  operTime: Date;
  costTime: number;
  requestId: string;
}

interface Operation {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller | undefined;
  input: unknown;
  result?: unknown;
  error?: unknown;
}

const defaultTypes = { GET: 'never', POST: 'insert', PUT: 'update', DELETE: 'delete' } as const;
const maxText = 2000;

/** Writes the operation log after the response was sent; the caller never waits for it. */
export function recordOperation(app: App, endpoint: Endpoint, operation: Operation): void {
  const type = endpoint.log ?? defaultTypes[endpoint.method];
  if (type === 'never') return;
  const { request, reply, caller, error } = operation;
  const row: OperationLogTable = {
    title: `${endpoint.texts}.title`,
    businessType: businessTypes[type],
    method: `${endpoint.method} ${endpoint.path}`,
    requestMethod: request.method,
    userId: caller?.userId ?? null,
    operName: caller?.userName ?? null,
    deptId: caller?.deptId ?? null,
    deptName: caller?.deptName ?? null,
    operUrl: request.url.split('?', 1)[0]?.slice(0, 255) ?? '',
    operIp: request.ip,
    operLocation: locateAddress(request.ip),
    operParam: toLogText(operation.input) ?? '{}',
    jsonResult: toLogText(operation.result),
    status: error === undefined ? 0 : 1,
    errorMsg: error === undefined ? null : describe(error, request).slice(0, maxText),
    operTime: app.clock.now(),
    costTime: Math.round(reply.elapsedTime),
    requestId: request.id,
  };
  runInBackground(app, async () => {
    await app.db
      .withTables<{ sysOperLog: OperationLogTable }>()
      .insertInto('sysOperLog')
      .values(row)
      .execute();
  });
}

function describe(error: unknown, request: FastifyRequest): string {
  return error instanceof AppError ? describeError(error, readLanguage(request)) : String(error);
}

function toLogText(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(redact(value)).slice(0, maxText).replaceAll('\0', '').toWellFormed();
}
