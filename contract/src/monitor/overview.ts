import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** Lets a person know which releases an installation runs on. */
export const versionPermission = 'monitor:server:list';

export const overview = endpoint({
  method: 'GET',
  path: '/api/v1/sys/overview',
  access: 'session',
  reply: reply.data(
    Type.Object({
      /** Only what the caller may list. */
      counts: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), path: nullableText })),
      /** Only for those who hold `versionPermission`. */
      versions: Type.Optional(
        Type.Object({ product: Type.String(), node: Type.String(), database: Type.String() }),
      ),
      databaseBytes: Type.Integer(),
      installedAt: Type.String(),
      startedAt: Type.String(),
      zone: Type.String(),
      /** Hours that have ended and wait for their roll-up; only for callers who reach every station. */
      rollUpBacklog: Type.Optional(
        Type.Object({
          /** One hour of twelve sites counts twelve. */
          siteHours: Type.Integer(),
          isExact: Type.Boolean(),
          /** How long the first of them waits; null where none does. */
          ageSeconds: nullableInteger,
          oldestHour: nullableText,
        }),
      ),
    }),
  ),
  texts: 'shell.login',
});
