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
export default async function startTestDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-test-'));
  const database = await startEmbedded({ dataDir, durable: false });
  const connection: TestConnection = database.connection;
  const pool = new pg.Pool(connection);
  await pool.query(`create database ${templateName}`);
  await pool.end();
  const template = { ...connection, database: templateName };
  await prepareDatabase(template, { adminPassword, demo: false }, () => {});
  await prepareTemplate(template);
  project.provide('connection', connection);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function prepareTemplate(template: TestConnection): Promise<void> {
  const client = new pg.Client(template);
  await client.connect();
  // The administrator's stored hash decides how long each of the many logins takes.
  await client.query('update sys_user set password = $1 where user_id = 1', [await hash(adminPassword)]);
  // Statistics of the seeded tables: nothing else gathers them here, and without them every request joins badly.
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  await client.query(`analyze ${rows[0]?.tables}`);
  await client.end();
}
