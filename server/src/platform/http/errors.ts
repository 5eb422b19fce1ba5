import { AppError, type ErrorKey, errorCodes } from '@limpid/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseGone } from '../db/database.ts';
import { isLockTimeout } from '../db/request-waits.ts';
import { describeError } from '../texts.ts';
import { readLanguage } from './input/language.ts';

const keysByCode: Record<string, ErrorKey> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_PARTS_LIMIT: 'request.too_large',
  FST_FILES_LIMIT: 'request.too_large',
  FST_FIELDS_LIMIT: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.broken_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.broken_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.broken_json',
  FST_PROTO_VIOLATION: 'request.upload_missing',
  ENOSPC: 'file.no_space',
  EDQUOT: 'file.no_space',
};
/** Errors that are not caused by the request and need attention. */
const serverFaults = new Set<ErrorKey>(['system.unknown', 'file.no_space']);
/** Transport errors keep their HTTP status; business errors respond with 200, as in the family. */
const transportCodes = new Set([404, 413, 415, 429, 503]);
const retrySeconds = 5;

export function handleErrors(http: FastifyInstance): void {
  http.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    // The route pattern instead of the address, because a query may contain a password.
    const { url } = request.routeOptions;
    if (isServerFault(error)) request.log.error({ err: error, url }, 'request failed');
    if (isLockTimeout(error)) request.log.warn({ url }, 'waiting for a lock timed out');
    return sendError(appError, request, reply);
  });
}

/** True if the server rather than the request is at fault. */
export function isServerFault(error: unknown): boolean {
  return serverFaults.has(toAppError(error).key);
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = errorCodes[error.key];
  const body = {
    code,
    msg: describeError(error, readLanguage(request)),
    ...(error.field && { field: error.field }),
  };
  if (code === 503 || code === 429) reply.header('retry-after', error.params['seconds'] ?? retrySeconds);
  return reply
    .removeHeader('content-disposition')
    .code(statusOf(code, request))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function statusOf(code: number, { routeOptions }: FastifyRequest): number {
  if (transportCodes.has(code)) return code;
  const isDevice = 'forDevices' in routeOptions.config;
  if (isDevice) return code === 500 ? 400 : code;
  return 200;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseGone(error)) return new AppError('system.database_gone');
  if (isLockTimeout(error)) return new AppError('system.locked');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const key = keysByCode[code] ?? (error instanceof SyntaxError ? 'request.broken_json' : 'system.unknown');
  return new AppError(isBrokenUpload(error) ? 'request.upload_missing' : key);
}

/** Errors of the upload parser have no code. */
function isBrokenUpload(error: unknown): boolean {
  return error instanceof Error && /multipart|^The needle/i.test(error.message);
}
