import { apiPrefix, envelopeSchema } from '@limpid/contract/envelope';
import { fail } from '@limpid/contract/errors';
import type {
  Endpoint,
  FileResponse,
  Input,
  ReplyValue,
  SpooledFile,
  UploadedFile,
  UploadStream,
} from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Caller, fingerprintRights } from '../auth/caller.ts';
import type { Scope } from '../auth/scope.rule.ts';
import { limitWaits } from '../db/request-waits.ts';
import { describeServerError } from '../error-log/fault.ts';
import { findRefusal, identifyCaller, scopeFor } from './admission.ts';
import { RawResponse, sendFileResponse, sendRawResponse, WithMessage, wrapInEnvelope } from './envelope.ts';
import { isServerFault } from './errors.ts';
import { readLanguage } from './input/language.ts';
import { spoolForm } from './input/spool.ts';
import { finishUpload, streamFiles } from './input/stream-upload.ts';
import { makeInputReader } from './input/validate.ts';
import { recordOperation } from './operation-log.store.ts';

export interface Context<E extends Endpoint> extends Input<E> {
  caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  /** The data that the caller reaches with this endpoint's permission. */
  scope: Scope;
  language: Language;
  request: FastifyRequest;
  upload: E['streamed'] extends number
    ? AsyncIterable<UploadStream>
    : E['spooled'] extends number
      ? SpooledFile
      : E['upload'] extends string
        ? UploadedFile
        : undefined;
}

type Value<E extends Endpoint> = ReplyValue<E['reply']> | WithMessage<ReplyValue<E['reply']>> | RawResponse;
export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Value<E>> | Value<E>;

/** Binds an endpoint of the contract to its handler: handles access, input, envelope and operation log. */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void {
  app.endpoints.push(endpoint);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const readContext = makeContextReader(app, endpoint);
  const schema = envelopeSchema(endpoint.reply);
  const isLong = isLongRunning(endpoint);
  const withWaitLimits = <V>(request: FastifyRequest, work: () => V): V =>
    isLong ? work() : limitWaits(request, work);

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const caller = callers.get(request);
    const context = await readContext(request, caller);
    const value = await withWaitLimits(request, async () => handler(context));
    // Only reads have cached responses, and the operation log does not record reads.
    if (value instanceof RawResponse) return sendRawResponse(value, reply);
    const { params, query, body } = context;
    const isFile = endpoint.reply.as === 'file';
    const input = { params, query, body };
    const result = isFile ? undefined : value instanceof WithMessage ? value.value : value;
    recordOperation(app, endpoint, { request, reply, caller, input, result });
    // If the reply is a file, the contract makes the value one.
    return isFile
      ? sendFileResponse(value as FileResponse, reply)
      : wrapInEnvelope(endpoint, value, context.language);
  }

  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.http.route({
      method: endpoint.method,
      url: apiPrefix + path,
      config: {
        ...(endpoint.limit && { rateLimit: { max: endpoint.limit } }),
        ...(endpoint.forDevices && { forDevices: true }),
      },
      ...(schema && { schema: { response: { 200: schema } } }),
      // Before the body is read, so that large bodies of strangers are not parsed.
      onRequest: async (request, reply) => {
        const caller = await withWaitLimits(request, () => identifyCaller(app, endpoint, request));
        if (caller) {
          callers.set(request, caller);
          reply.header('x-rights', fingerprintRights(caller));
        }
        const refusal = findRefusal(endpoint, caller);
        if (refusal) throw refusal;
      },
      onError: async (request, reply, error) => {
        const caller = callers.get(request);
        const input = { params: request.params, query: request.query, body: request.body };
        if (isServerFault(error)) {
          const url = `${endpoint.method} ${apiPrefix}${endpoint.path}`;
          app.errorLog.record(
            describeServerError(error, { url, requestId: request.id, userName: caller?.userName }),
          );
        }
        // Anonymous senders could fill the log at will.
        if (caller) recordOperation(app, endpoint, { request, reply, caller, input, error });
      },
      handler:
        endpoint.streamed || endpoint.spooled
          ? (request, reply) => finishUpload(respond(request, reply), request, reply)
          : respond,
    });
  }
}

/** Imports, exports and requests of devices have no limit on waiting for locks, only the statement timeout. */
function isLongRunning({ upload, reply, forDevices }: Endpoint): boolean {
  return upload !== undefined || reply.as === 'file' || forDevices === true;
}

function makeContextReader<E extends Endpoint>(app: App, endpoint: E) {
  const readParams = makeInputReader(endpoint.params, endpoint);
  const readQuery = makeInputReader(endpoint.query, endpoint);
  const readBody = makeInputReader(endpoint.body, endpoint);
  const isList = endpoint.body !== undefined && 'items' in endpoint.body;
  const wrapItem = (body: unknown) => (isList && !Array.isArray(body) ? [body] : body);
  return async (request: FastifyRequest, caller: Caller | undefined): Promise<Context<E>> => {
    const params = readParams(request.params);
    const query = readQuery(request.query);
    const form = endpoint.spooled ? await spoolForm(app, request, endpoint) : undefined;
    try {
      const body = readBody(form ? form.fields : wrapItem(request.body));
      const upload = form?.file ?? (endpoint.upload && (await readUpload(request, endpoint)));
      const scope = scopeFor(endpoint, caller);
      const context = {
        params,
        query,
        body,
        caller,
        scope,
        language: readLanguage(request),
        request,
        upload,
      };
      // The readers above have validated these values against the endpoint's schemas.
      return context as unknown as Context<E>;
    } catch (error) {
      await form?.file.remove();
      throw error;
    }
  };
}

async function readUpload(
  request: FastifyRequest,
  { upload: name = '', streamed }: Endpoint,
): Promise<UploadedFile | AsyncIterable<UploadStream>> {
  if (streamed) return streamFiles(request, name, streamed);
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file || file.fieldname !== name) fail('request.upload_missing');
  return { name: file.filename, bytes: await file.toBuffer() };
}
