import { endpoint, reply } from '../kit/endpoint.ts';
import type { Resource } from '../kit/resource.ts';

/** Empties the whole log, regardless of the filters of the list. */
export function cleanEndpoint({ path, permission, texts }: Resource) {
  return endpoint({
    method: 'DELETE',
    path: `${path}/clean`,
    access: { permission: `${permission}:remove` },
    reply: reply.done,
    texts,
    log: 'clean',
  });
}
