import type { Endpoint } from '@limpid/contract/kit/endpoint';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Dictionaries } from './dictionaries.store.ts';
import type { ErrorLog } from './error-log/error-log.ts';
import type { Downloads } from './files/downloads.store.ts';
import type { Files } from './files/files.ts';
import type { Tasks } from './jobs/tasks.ts';
import type { Live } from './live/live.ts';
import type { Parameters } from './parameters.store.ts';
import type { Secrets } from './secrets.ts';
import type { Work } from './work/work.ts';

/** What a feature is given to work with. */
export interface App {
  config: Config;
  http: FastifyInstance;
  db: Database;
  pool: pg.Pool;
  bus: Bus;
  clock: Clock;
  log: FastifyBaseLogger;
  downloads: Downloads;
  files: Files;
  dictionaries: Dictionaries;
  /** What went wrong and is nobody's fault but ours. */
  errorLog: ErrorLog;
  parameters: Parameters;
  /** Seals what must not be read from the database alone. */
  secrets: Secrets;
  /** Messages to people who are looking. */
  live: Live;
  /** What takes longer than a request may. */
  work: Work;
  /** Every endpoint that has been registered, for the OpenAPI document and for tests that walk them all. */
  endpoints: Endpoint[];
  /** Where the endpoints of data begin that belong to departments; a test walks all below them in every scope. */
  scopedPaths: Set<string>;
  /** Each tells whether something belongs to a department, which then cannot be removed. */
  departmentUses: ((db: Database, deptId: number) => Promise<boolean>)[];
  /** Everything that a scheduled job can run. */
  tasks: Tasks;
  /** Work that goes on after an answer was sent; waited for before the database closes. */
  background: Set<Promise<void>>;
}
