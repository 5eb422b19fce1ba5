import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** Allows seeing the software versions of an installation. */
export const versionPermission = 'monitor:server:list';

export const overview = endpoint({
  method: 'GET',
  path: '/api/v1/sys/overview',
  access: 'session',
  reply: reply.data(
    Type.Object({
      /** Only entries that the caller may list. */
      counts: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), path: nullableText })),
      /** Only for callers with `versionPermission`. */
      versions: Type.Optional(
        Type.Object({ product: Type.String(), node: Type.String(), database: Type.String() }),
      ),
      databaseBytes: Type.Integer(),
      installedAt: Type.String(),
      startedAt: Type.String(),
      zone: Type.String(),
      /** Closed hours that wait for their roll-up; only for callers who reach every station. */
      rollUpBacklog: Type.Optional(
        Type.Object({
          /** One hour of twelve sites counts as twelve. */
          siteHours: Type.Integer(),
          isExact: Type.Boolean(),
          /** How long the oldest of them has been waiting; null if none is. */
          ageSeconds: nullableInteger,
          oldestHour: nullableText,
        }),
      ),
    }),
  ),
  texts: 'shell.login',
});
