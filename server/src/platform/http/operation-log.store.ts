import { type BusinessType, businessTypes, type Endpoint } from '@limpid/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Caller } from '../auth/caller.ts';
import { runInBackground } from '../background.ts';
import { redact } from './redact.ts';

interface OperationLogTable {
  title: string;
  businessType: number;
  method: string;
  requestMethod: string;
  operName: string | null;
  deptName: string | null;
  operUrl: string;
  operIp: string;
  operParam: string;
  jsonResult: string | null;
  status: number;
  errorMsg: string | null;
  operTime: Date;
  costTime: number;
  requestId: string;
}

export interface Operation {
  request: FastifyRequest;
  caller: Caller | undefined;
  input: unknown;
  startedAt: Date;
  result?: unknown;
  error?: string;
}

const implied = { GET: 'never', POST: 'insert', PUT: 'update', DELETE: 'delete' } as const;
const maxText = 2000;

export function loggedAs(endpoint: Endpoint): BusinessType | 'never' {
  return endpoint.log ?? implied[endpoint.method];
}

/** Writes the operation log after the answer has gone; the caller never waits for it. */
export function recordOperation(
  app: App,
  endpoint: Endpoint,
  type: BusinessType,
  operation: Operation,
): void {
  const { request, caller } = operation;
  const row: OperationLogTable = {
    title: `${endpoint.texts}.title`,
    businessType: businessTypes[type],
    method: `${endpoint.method} ${endpoint.path}`,
    requestMethod: request.method,
    operName: caller?.userName ?? null,
    deptName: caller?.deptName ?? null,
    operUrl: request.url.split('?', 1)[0]?.slice(0, 255) ?? '',
    operIp: request.ip,
    operParam: printable(operation.input) ?? '{}',
    jsonResult: printable(operation.result),
    status: operation.error === undefined ? 0 : 1,
    errorMsg: operation.error?.slice(0, maxText) ?? null,
    operTime: operation.startedAt,
    costTime: app.clock.now().getTime() - operation.startedAt.getTime(),
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

function printable(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(redact(value)).slice(0, maxText).replaceAll('\0', '').toWellFormed();
}
