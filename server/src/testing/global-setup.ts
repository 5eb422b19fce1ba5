import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/embedded/embedded.ts';
import { prepareDatabase } from '../roles/prepare.ts';
import { adminPassword, type TestConnection, templateName } from './connection.ts';

/** One PostgreSQL for the whole run, with a prepared database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-test-'));
  const database = await startEmbedded({ dataDir, durable: false });
  const connection: TestConnection = database.connection;
  const pool = new pg.Pool(connection);
  await pool.query(`create database ${templateName}`);
  await pool.end();
  await prepareDatabase({ ...connection, database: templateName }, { adminPassword, demo: false }, () => {});
  project.provide('connection', connection);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
