import Type from 'typebox';
import { endpoint, reply } from './endpoint.ts';
import { fieldLabel, type Resource } from './resource.ts';

const idList = Type.String({ pattern: '^\\d{1,10}(,\\d{1,10}){0,4999}$' });
const numberList = Type.String({ pattern: '^\\d{1,4}(,\\d{1,4}){0,4999}$' });

/** Sets the order of many siblings at once: ids and order numbers as two comma-separated lists of the same length. */
export function sortEndpoint<const N extends string>(resource: Resource, idsName: N) {
  // A computed key widens to string; this one is N.
  const ids = { [idsName]: idList } as Record<N, typeof idList>;
  return endpoint({
    method: 'PUT',
    path: `${resource.path}/updateSort`,
    access: { permission: `${resource.permission}:edit` },
    body: Type.Object({ ...ids, orderNums: numberList }),
    reply: reply.done,
    texts: resource.texts,
    labels: { [idsName]: 'kit.fields.id', orderNums: fieldLabel(resource, 'orderNum') },
  });
}
