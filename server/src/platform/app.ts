import type { ErrorKey } from '@limpid/contract/errors';
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
import type { Outbound } from './outbound/outbound.ts';
import type { Parameters } from './parameters.store.ts';
import type { Secrets } from './secrets.ts';
import type { Work } from './work/work.ts';

/** The addresses that the readings of an entity are forwarded to, joined by `#`. */
interface ForwardAddresses {
  forwardProtocol: string;
  forwardAddress: string | null;
}

export interface ForwardAddressChange {
  entityId: number;
  /** Undefined for a new entity. */
  before: ForwardAddresses | undefined;
  after: ForwardAddresses;
  userName: string;
}

/** The dependencies of a feature. */
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
  /** Records errors that are faults of the server. */
  errorLog: ErrorLog;
  parameters: Parameters;
  /** Connections to addresses that somebody entered. */
  outbound: Outbound;
  /** Encrypts values that must not be readable from the database alone. */
  secrets: Secrets;
  /** Messages to connected users. */
  live: Live;
  /** Work that takes longer than a request may. */
  work: Work;
  /** Every registered endpoint, for the OpenAPI document and for tests that check all of them. */
  endpoints: Endpoint[];
  /** Path prefixes of endpoints whose data belongs to departments; a test checks all of them with every data scope. */
  scopedPaths: Set<string>;
  /** Each checks whether something belongs to a department, which then cannot be removed. */
  departmentUses: { isUsed(db: Database, deptId: number): Promise<boolean>; problem: ErrorKey }[];
  /** Each counts records that belong to an entity. An entity with such records cannot be removed; the error has their count. */
  entityUses: { count(db: Database, entityId: number): Promise<number>; problem: ErrorKey }[];
  /** Each finds a topic of its own at the broker of the installation that devices would use with one of these templates. */
  topicUses: {
    find(db: Database, templates: readonly string[]): Promise<string | undefined>;
    problem: ErrorKey;
  }[];
  /** Each follows a change of the forward addresses of an entity, in the same transaction. */
  forwardAddressFollowers: ((db: Database, change: ForwardAddressChange) => Promise<void>)[];
  /** Each refuses a site that was added, moved or got another MN, in the same transaction; `field` is what has changed. */
  siteMnChecks: ((db: Database, site: { siteId: number; field: 'mn' | 'entityId' }) => Promise<void>)[];
  /** All tasks that a scheduled job can run. */
  tasks: Tasks;
  /** Work that continues after a response was sent; the shutdown waits for it before the database closes. */
  background: Set<Promise<void>>;
}
