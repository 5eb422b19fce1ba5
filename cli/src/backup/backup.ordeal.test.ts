import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { endProcess, startInOtherProcess } from '../../../server/src/platform/embedded/embedded.fixture.ts';
import { createDatabase } from '../../../server/src/testing/app.ts';
import { formatUrl, templateName } from '../../../server/src/testing/connection.ts';

const program = fileURLToPath(new URL('../../limpid.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'limpid-cli-backup-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) await endProcess(child, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], settings: Record<string, string>, language: string) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, LANG: language, ...settings };
  const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, lines: err.trim().split('\n') };
}

describe('limpid backup and restore', () => {
  it('work with an external database, and refuse a truncated file', async () => {
    const source = await createDatabase(templateName);
    const target = await createDatabase();
    const at = (database: typeof source) => ({ DATABASE_URL: formatUrl(database.connection) });
    const made = await run(['backup', 'own.limpid'], at(source), 'zh_CN.UTF-8');
    expect(made).toMatchObject({ code: 0, out: '' });
    expect(made.lines).toContain('sys_user：1 行');
    expect(made.lines.at(-1)).toMatch(/^已备份到 .*own\.limpid：\d+ 张表，\d+ 行，0 个文件，\d+ KB。$/);
    const refused = await run(['backup', 'own.limpid'], at(source), 'en');
    expect(refused).toMatchObject({ code: 1, lines: [expect.stringContaining('--force')] });

    const bytes = readFileSync(join(folder, 'own.limpid'));
    writeFileSync(join(folder, 'cut.limpid'), bytes.subarray(0, bytes.length - 10));
    const cut = await run(['restore', 'cut.limpid'], at(target), 'fr_FR.UTF-8');
    expect(cut.code).toBe(1);
    expect(cut.lines).toEqual([
      expect.stringContaining('est incomplet\u202f: la fin de la sauvegarde manque.'),
    ]);

    const restored = await run(['restore', 'own.limpid'], at(target), 'fr_FR.UTF-8');
    expect(restored).toMatchObject({ code: 0, out: '' });
    expect(restored.lines.at(-1)).toMatch(
      /^Restauration depuis .*\u202f: \d+ tables, \d+ lignes, 0 fichiers\.$/,
    );
    const again = await run(['restore', 'own.limpid'], at(target), 'zh_CN.UTF-8');
    expect(again).toMatchObject({ code: 1, lines: [expect.stringContaining('目标不为空')] });
    await source.drop();
    await target.drop();
  });

  it('work with the embedded database, whether its server is running or not', async () => {
    const here = { DATA_DIR: join(folder, 'here') };
    // The backup of the external database above.
    expect(await run(['restore', '--quiet', 'own.limpid'], here, 'en')).toMatchObject({
      code: 0,
      lines: [''],
    });
    const stopped = await run(['backup', 'stopped.limpid'], here, 'en');
    expect(stopped.code).toBe(0);
    expect(stopped.lines).toContain('sys_user: 1 rows');
    const server = await startInOtherProcess(here.DATA_DIR);
    children.push(server.child);
    const running = await run(['backup', 'running.limpid'], here, 'en');
    expect(running.code).toBe(0);
    expect(running.lines.slice(0, -1)).toEqual(stopped.lines.slice(0, -1));
    const refused = await run(['restore', 'running.limpid'], here, 'zh_CN.UTF-8');
    expect(refused).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^服务正在使用 .*请先停止服务。$/)],
    });
  });

  it.each([
    [['backup'], 'Which file?'],
    [['backup', 'x'], 'There is no database in'],
    [['restore', 'nowhere'], 'nowhere cannot be read (ENOENT).'],
  ])('print one clear line for %j', async (args, problem) => {
    const { code, lines } = await run(args, { DATA_DIR: join(folder, 'none') }, 'C');
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(problem)] });
  });

  it('report that the database cannot be reached', async () => {
    const none = await run(['backup', 'x'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'C');
    expect(none).toMatchObject({ code: 1, lines: [expect.stringContaining('ECONNREFUSED')] });
  });
});
