import { apiPrefix, type Envelope, successCode, unwrapEnvelope } from '@limpid/contract/envelope';
import type { Endpoint, Input, ReplyValue } from '@limpid/contract/kit/endpoint';
import { parseLanguage, wireLanguages } from '@limpid/contract/language';
import i18next from 'i18next';
import { buildQueryString, trimStrings } from '../lib/query-string.ts';
import { saveBlob } from '../lib/save-blob.ts';
import { readStoredToken } from '../lib/token.ts';
import { announceFailure, CallError, catalogueText, noResponse, timedOut } from './call-error.ts';
import { getNotifier } from './notifier.ts';
import { watchRights } from './rights.ts';
import { sendWithProgress } from './send-with-progress.ts';
import { syncClock } from './server-clock.ts';

const timeout = 10_000;
const uploadTimeout = 120_000;

export type CallInput<E extends Endpoint> = Partial<Input<E>> & {
  file?: File;
  /** The caller handles errors; none is shown. */
  quiet?: boolean;
  /** Sends the token to a public endpoint too: logging out needs it. */
  identify?: boolean;
  signal?: AbortSignal;
  /** The server may work on the answer for as long as on an upload. */
  isLong?: boolean;
  /** Called during the upload with the share that has been sent. */
  onProgress?: (share: number) => void;
};

function wireLanguage(): string {
  return wireLanguages[parseLanguage(i18next.language)];
}

function callAddress(endpoint: Endpoint, input: { params?: object; query?: object } = {}): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  return `${apiPrefix}${path}?${buildQueryString({ ...trimStrings(input.query ?? {}), lang: wireLanguage() })}`;
}

function requestBody(endpoint: Endpoint, input: CallInput<Endpoint>): FormData | string | undefined {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined;
  const fields = { ...trimStrings(input.body ?? {}), lang: wireLanguage() };
  if (!endpoint.upload) return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries<unknown>(fields))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (input.file) form.append(endpoint.upload, input.file);
  return form;
}

function send(endpoint: Endpoint, input: CallInput<Endpoint>): Promise<Response> {
  const body = requestBody(endpoint, input);
  const token = endpoint.access === 'public' && !input.identify ? undefined : readStoredToken();
  const isLong = input.isLong || endpoint.upload !== undefined || endpoint.reply.as === 'file';
  const deadline = AbortSignal.timeout(isLong ? uploadTimeout : timeout);
  const address = callAddress(endpoint, input);
  const sending = {
    method: endpoint.method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    signal: input.signal ? AbortSignal.any([deadline, input.signal]) : deadline,
    body,
  };
  const response = input.onProgress
    ? sendWithProgress(address, sending, input.onProgress)
    : fetch(address, { ...sending, body: body ?? null });
  return response
    .then(syncClock)
    .then(watchRights)
    .catch((error: unknown) => {
      // fetch rejects with a TypeError if there is no response.
      if (error instanceof TypeError) throw new CallError(catalogueText(noResponse), noResponse);
      throw error;
    });
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const isJson = response.headers.get('content-type')?.includes('application/json');
  // A response without JSON comes from a proxy.
  if (!isJson) throw new CallError(catalogueText(response.status), response.status === 404 ? 404 : 500);
  const envelope: Envelope = await response.json();
  const code = envelope.code ?? successCode;
  if (code !== successCode) throw new CallError(envelope.msg || catalogueText(code), code, envelope.field);
  return envelope;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Runs a request and shows its error unless `quiet`. */
async function reportingFailure<Value>(
  quiet: boolean | undefined,
  run: () => Promise<Value>,
): Promise<Value> {
  const startedAt = performance.now();
  try {
    return await run();
  } catch (caught) {
    const error = isTimeout(caught) ? new CallError(catalogueText(timedOut), timedOut) : caught;
    if (error instanceof CallError && !quiet) announceFailure(error, startedAt);
    throw error;
  }
}

/** Calls an endpoint of the contract. Throws `CallError`, after showing it unless `quiet`. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ReplyValue<E['reply']>> {
  return reportingFailure(input.quiet, async () => {
    const envelope = await readEnvelope(await send(endpoint, input));
    if (envelope.warning) getNotifier().warning(envelope.warning);
    // The server serialises the response by the same contract.
    return unwrapEnvelope(endpoint.reply, envelope) as ReplyValue<E['reply']>;
  });
}

/** Calls an endpoint whose response has no envelope. */
export function callRaw<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Record<string, unknown>> {
  return reportingFailure(input.quiet, async () => readEnvelope(await send(endpoint, input)));
}

/** Sends a request and returns the response as it is; no error is shown. */
export function sendRequest<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  return send(endpoint, input);
}

/** Saves the file of a response; a JSON response is an error. */
export function download<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<void> {
  return reportingFailure(input.quiet, async () => {
    const response = await send(endpoint, input);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || type.includes('application/json')) await readEnvelope(response);
    saveBlob(await response.blob(), response.headers.get('content-disposition') ?? '');
  });
}
