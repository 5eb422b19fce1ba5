import type { Bus } from './bus.ts';
import { defineTopic } from './bus-topic.ts';
import { makeCache } from './cache.ts';
import type { Database } from './db/database.ts';
import type { Secrets } from './secrets.ts';

type Check = (value: string) => void;

export interface Parameters {
  /** The value of a key for internal use: secrets are decrypted. Undefined for an unknown key. */
  get(key: string): Promise<string | undefined>;
  /** The value that may leave the server: undefined for an unknown key and for a secret. */
  show(key: string): Promise<string | undefined>;
  /** Clears the cache, here and in the other processes. */
  clear(): Promise<void>;
  /** Adds a rule for the value of a key; it refuses by throwing. */
  addCheck(key: string, check: Check): void;
  check(key: string, value: string): void;
}

export const parametersChanged = defineTopic('parameter.changed');

interface ParameterTable {
  configKey: string;
  configValue: string | null;
  secretValue: string | null;
}

export function openParameters(db: Database, bus: Bus, secrets: Secrets): Parameters {
  const checks = new Map<string, Check>();
  const cache = makeCache(bus, parametersChanged, (key) =>
    db
      .withTables<{ sysConfig: ParameterTable }>()
      .selectFrom('sysConfig')
      .select(['configValue', 'secretValue'])
      .where('configKey', '=', key)
      .executeTakeFirst(),
  );
  return {
    async get(key) {
      const row = await cache.get(key);
      return row?.secretValue ? secrets.open(row.secretValue) : (row?.configValue ?? undefined);
    },
    show: async (key) => (await cache.get(key))?.configValue ?? undefined,
    clear: cache.clear,
    addCheck: (key, check) => void checks.set(key, check),
    check: (key, value) => checks.get(key)?.(value),
  };
}
