import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/embedded/embedded.ts';
import { prepareDatabase } from '../roles/prepare.ts';
import { hash } from './cheap-argon2.ts';
import { adminPassword, type TestConnection, templateName } from './connection.ts';

/** One PostgreSQL for the whole run, with a prepared database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-test-'));
  const database = await startEmbedded({ dataDir, durable: false });
  const connection: TestConnection = database.connection;
  const pool = new pg.Pool(connection);
  await pool.query(`create database ${templateName}`);
  await pool.end();
  const template = { ...connection, database: templateName };
  await prepareDatabase(template, { adminPassword, demo: false }, () => {});
  await makeLoginsCheap(template);
  project.provide('connection', connection);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The administrator's stored hash decides how long each of the many logins takes. */
async function makeLoginsCheap(template: TestConnection): Promise<void> {
  const client = new pg.Client(template);
  await client.connect();
  await client.query('update sys_user set password = $1 where user_id = 1', [await hash(adminPassword)]);
  await client.end();
}
