import { apiPrefix } from '@limpid/contract/envelope';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { sendRequest } from '../../../api/call.ts';
import type { Operation } from './api-document.ts';

export interface OperationRequest {
  parameters?: Record<string, string>;
  body?: string;
}

interface Outcome {
  status: number;
  milliseconds: number;
  text: string;
}

const longest = 100_000;

/** Sends the entered request and returns the response, including errors. */
export async function tryOperation(
  { method, path, parameters }: Operation,
  given: OperationRequest,
): Promise<Outcome> {
  const endpoint: Endpoint = {
    // The document has only methods of the contract.
    method: method as Endpoint['method'],
    path: path.replace(apiPrefix, '').replace(/\{(\w+)\}/g, ':$1'),
    access: 'session',
    reply: { as: 'done' },
    texts: '',
  };
  const pick = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map(({ name }) => [name, given.parameters?.[name]]),
    );
  const started = performance.now();
  const response = await sendRequest(endpoint, {
    params: pick('path'),
    query: pick('query'),
    body: given.body ? JSON.parse(given.body) : {},
  });
  const isJson = response.headers.get('content-type')?.includes('application/json');
  const text = isJson ? JSON.stringify(await response.json(), null, 2) : await describeFile(response);
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    text: text.length > longest ? `${text.slice(0, longest)}\n…` : text,
  };
}

async function describeFile(response: Response): Promise<string> {
  const { size, type } = await response.blob();
  return `${type} · ${size} B`;
}
