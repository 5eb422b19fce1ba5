import type { Bus } from './bus.ts';
import { type Cache, makeCache } from './cache.ts';
import type { Database } from './db/database.ts';

/** Values of parameters by key; an unknown key is undefined. */
export type Parameters = Cache<string | undefined>;

interface ParameterTable {
  configKey: string;
  configValue: string;
}

export function openParameters(db: Database, bus: Bus): Parameters {
  return makeCache(bus, 'parameter.changed', async (key) => {
    const row = await db
      .withTables<{ sysConfig: ParameterTable }>()
      .selectFrom('sysConfig')
      .select('configValue')
      .where('configKey', '=', key)
      .executeTakeFirst();
    return row?.configValue;
  });
}
