import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Tasks } from '../jobs/tasks.ts';
import type { Parameters } from '../parameters.store.ts';
import type { DepartmentLineage } from './audience.rule.ts';
import type { Audience } from './audience.ts';
import type { LiveLimits } from './limits.ts';

/** The dependencies of the live socket. */
export interface LiveDeps {
  http: FastifyInstance;
  db: Database;
  pool: pg.Pool;
  bus: Bus;
  clock: Clock;
  parameters: Parameters;
  log: FastifyBaseLogger;
  tasks: Tasks;
}

/** The state that its parts share. */
export interface LiveContext extends LiveDeps {
  limits: LiveLimits;
  audience: Audience;
  findDepartmentPath(deptId: number): Promise<DepartmentLineage | undefined>;
}
