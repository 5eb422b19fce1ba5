import type { Endpoint, ReplyValue } from '@limpid/contract/kit/endpoint';
import { call } from './call.ts';

const early = new Map<string, Promise<unknown>>();

/** Calls an endpoint before the screen that needs it has loaded. Its error is left to the screen's own call. */
export function callEarly(endpoint: Endpoint): void {
  const answer = call(endpoint, { quiet: true });
  answer.catch(() => early.delete(endpoint.path));
  early.set(endpoint.path, answer);
}

/** The early answer, for the first who asks; undefined if there is none. */
export function takeEarly<E extends Endpoint>(endpoint: E): Promise<ReplyValue<E['reply']>> | undefined {
  const answer = early.get(endpoint.path);
  early.delete(endpoint.path);
  // Stored under the path of the same endpoint.
  return answer as Promise<ReplyValue<E['reply']>> | undefined;
}
