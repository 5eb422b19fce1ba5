import { readFileSync } from 'node:fs';
import { fieldEntries, type Resource } from '@limpid/contract/kit/resource';
import { versionPermission } from '@limpid/contract/monitor/overview';
import { job } from '@limpid/contract/monitor/task';
import { dictData, dictType } from '@limpid/contract/system/dictionary';
import { parameter } from '@limpid/contract/system/parameter';
import { post } from '@limpid/contract/system/post';
import { afterAll, describe, expect, it } from 'vitest';
import { purposeRules } from '../src/platform/files/purposes.ts';
import { openTestApp } from '../src/testing/app.ts';
import { seedAnalysisScreens } from './reference/measurements/analysis-screens.ts';
import { renameSeededTexts } from './reference/wording.ts';

const t = await openTestApp();
afterAll(() => t.close());

async function query(statement: string): Promise<Record<string, unknown>[]> {
  return (await t.app.pool.query(statement)).rows;
}

/** The screens of the console, read from its source. */
function listScreens(): string[] {
  const source = readFileSync(new URL('../../web/src/app/screens.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^\s+'?([\w/]+)'?: \(\) =>\s+import\(/gm)].map((match) => match[1] ?? '');
}

describe('the menus of a new installation', () => {
  it('name only screens that the console has', async () => {
    const screens = listScreens();
    expect(screens).toContain('index');
    const menus = await query(`select component from sys_menu where menu_type = 'C'`);
    expect(menus.length).toBeGreaterThan(0);
    for (const { component } of menus) expect(screens).toContain(component);
  });

  it('have a name in each of the three languages', async () => {
    const unnamed = await query(
      `select menu_id from sys_menu where coalesce(menu_name, '') = '' or coalesce(menu_name_en, '') = ''
       or coalesce(menu_name_fr, '') = ''`,
    );
    expect(unnamed).toEqual([]);
  });

  it('have an existing parent: screens a catalog, buttons a catalog or a screen', async () => {
    const offending = await query(
      `select m.menu_id from sys_menu m left join sys_menu p on p.menu_id = m.parent_id
       where m.parent_id <> 0 and (p.menu_id is null or p.menu_type = 'F' or (m.menu_type <> 'F' and p.menu_type <> 'M'))`,
    );
    expect(offending).toEqual([]);
  });

  it('grant exactly the permissions that endpoints require', async () => {
    const menus = await query(`select perms from sys_menu where coalesce(perms, '') <> ''`);
    const grantable = new Set(menus.map(({ perms }) => String(perms)));
    const required = t.app.endpoints.flatMap(({ access }) =>
      typeof access === 'object' ? [access.permission] : [],
    );
    const uploading = Object.values(purposeRules).map(({ permission }) => permission);
    const used = new Set([...required, ...uploading, versionPermission]);
    expect([...grantable].sort()).toEqual([...used].sort());
  });
});

describe('the roles of a new installation', () => {
  const read = ['post', 'dict'].flatMap((noun) => [`system:${noun}:list`, `system:${noun}:query`]);
  const analysed = [
    'data:history',
    'data:trend',
    ...['national', 'distribution', 'ranking', 'contrast', 'realtime', 'trend', 'calendar', 'rose'].map(
      (path) => `analysis:${path}`,
    ),
  ];
  const watch = [
    'site:site:list',
    'site:site:query',
    'site:calibration:list',
    'site:calibration:query',
    'site:calibrationHistory:list',
    'data:realtime:list',
    'data:realtime:export',
    'data:completeness:list',
    'data:backfill:list',
    'data:backfill:export',
    'analysis:nationalControl:list',
    'analysis:nearestReferences:list',
    ...analysed.flatMap((screen) => [`${screen}:list`, `${screen}:export`]),
    'map:site:list',
    'device:equipment:list',
    'device:equipment:query',
    'alarm:log:list',
    'alarm:log:query',
    'alarm:subscription:list',
    'fog:gun:list',
    'fog:gun:query',
    'fog:run:list',
    'fog:linkage:list',
    'fog:linkage:query',
    'fog:decision:list',
    'site:forwardTarget:list',
    'site:forwardTarget:query',
    'log:forward:list',
    'log:forward:query',
    'data:reissue:list',
    'analysis:report:list',
    'analysis:report:query',
  ];
  const devices = [
    'device:log:list',
    'device:log:query',
    'device:log:export',
    'device:equipment:read',
    'device:equipment:export',
  ];
  const cannons = ['fog:gun:operate', 'fog:run:export', 'fog:linkage:export', 'fog:decision:export'];
  const edit = [
    ...devices,
    ...cannons,
    'site:site:edit',
    'site:calibration:export',
    'site:calibration:run',
    'site:calibrationHistory:export',
    'data:history:edit',
    'data:backfill:add',
    'data:audit:list',
    'data:audit:export',
    'basic:dataRule:list',
    'basic:dataRule:query',
    'alarm:log:ack',
    'alarm:log:clear',
    'site:forwardTarget:pause',
    'site:forwardTarget:export',
    'log:forward:export',
    'analysis:report:add',
    'analysis:report:edit',
    'analysis:report:export',
    'analysis:reportTemplate:list',
    'analysis:reportTemplate:query',
    'analysis:reportPlan:list',
    'analysis:reportPlan:query',
  ];

  it.each([
    ['operator', '4', [...read, ...watch, ...edit, 'system:post:export', 'system:dict:export']],
    ['viewer', '4', [...read, ...watch]],
    ['admin', '1', []],
  ])('grant %s only the permissions that its work needs', async (roleKey, dataScope, permissions) => {
    const rows = await query(
      `select m.perms from sys_role r join sys_role_menu using (role_id) join sys_menu m using (menu_id)
       where r.role_key = '${roleKey}' and coalesce(m.perms, '') <> ''`,
    );
    expect(rows.map(({ perms }) => String(perms)).sort()).toEqual([...permissions].sort());
    const [role] = await query(`select data_scope, status from sys_role where role_key = '${roleKey}'`);
    expect(role).toEqual({ data_scope: dataScope, status: '0' });
  });

  it('include the catalogs above each granted screen', async () => {
    const hidden = await query(
      `select rm.role_id, m.menu_id from sys_role_menu rm join sys_menu m using (menu_id)
       where m.parent_id <> 0 and not exists (
         select from sys_role_menu above where above.role_id = rm.role_id and above.menu_id = m.parent_id)`,
    );
    expect(hidden).toEqual([]);
  });

  it('keep the rights that became screens, and see them inside their catalogs', async () => {
    const rights = [1412, 1413, 1450, 1451];
    await t.app.pool.query(`update sys_menu set menu_type = 'F', parent_id = 1411 where menu_id = any($1)`, [
      rights,
    ]);
    await t.app.pool.query(`insert into sys_role (role_id, role_name, role_key) values (90, 'own', 'own')`);
    await t.app.pool.query('insert into sys_role_menu select 90, unnest($1::int[])', [
      [1410, 1411, 1412, 1450],
    ]);
    const client = await t.app.pool.connect();
    await seedAnalysisScreens(client);
    client.release();
    const held = await query(
      `select menu_id, menu_type, parent_id from sys_role_menu join sys_menu using (menu_id)
       where role_id = 90 order by menu_id`,
    );
    expect(held).toEqual([
      { menu_id: 1410, menu_type: 'M', parent_id: 0 },
      { menu_id: 1411, menu_type: 'C', parent_id: 1410 },
      { menu_id: 1412, menu_type: 'C', parent_id: 1410 },
      { menu_id: 1450, menu_type: 'C', parent_id: 1460 },
      { menu_id: 1460, menu_type: 'M', parent_id: 0 },
    ]);
    await query('delete from sys_role_menu where role_id = 90');
    await query('delete from sys_role where role_id = 90');
  });

  it('come with one department and one user, the administrator', async () => {
    expect(await query('select dept_id, parent_id, ancestors from sys_dept')).toEqual([
      { dept_id: 100, parent_id: 0, ancestors: [0] },
    ]);
    expect(await query('select user_id, user_name, dept_id from sys_user')).toEqual([
      { user_id: 1, user_name: 'admin', dept_id: 100 },
    ]);
    expect(await query('select * from sys_user_role')).toEqual([{ user_id: 1, role_id: 1 }]);
  });
});

describe('the dictionaries of a new installation', () => {
  it('have names and labels in three languages, and no label twice in a dictionary', async () => {
    const types = await query('select dict_name, dict_name_en, dict_name_fr from sys_dict_type');
    const entries = await query('select dict_label, dict_label_en, dict_label_fr from sys_dict_data');
    for (const row of [...types, ...entries])
      for (const value of Object.values(row)) expect(String(value ?? '').trim()).not.toBe('');
    for (const language of ['', '_en', '_fr']) {
      const doubled = await query(
        `select dict_type, dict_label${language} from sys_dict_data group by 1, 2 having count(*) > 1`,
      );
      expect(doubled).toEqual([]);
    }
  });

  it('have exactly one default each', async () => {
    const offending = await query(
      `select t.dict_type from sys_dict_type t left join sys_dict_data d on d.dict_type = t.dict_type
       group by 1 having count(*) filter (where d.is_default = 'Y') <> 1`,
    );
    expect(offending).toEqual([]);
  });

  it('have the default value of every dictionary field', async () => {
    const resources: Resource[] = [job, post, parameter, dictType, dictData];
    for (const [name, field] of resources.flatMap(fieldEntries)) {
      if (field.kind !== 'dict') continue;
      const values = (await t.app.dictionaries.get(field.dict)).map(({ dictValue }) => dictValue);
      expect(values, `${name}: ${field.dict}`).toContain(field.default);
    }
  });
});

describe('the parameters of a new installation', () => {
  it('are built in, have names in three languages, and contain no password', async () => {
    const rows = await query('select * from sys_config order by config_id');
    expect(rows.map(({ config_key }) => config_key)).toEqual(
      expect.arrayContaining([
        'sys.account.captchaEnabled',
        'sys.account.registerUser',
        'sys.login.blackIPList',
        'global_custom_config',
        'sys.index.showSettings',
      ]),
    );
    for (const row of rows) {
      expect(row['config_type']).toBe('Y');
      // Password policies are numbers; anything else could be a password.
      if (/pass|pwd|secret/i.test(String(row['config_key'])))
        expect(row['config_value']).toMatch(/^\d{1,3}$/);
      for (const name of ['config_name', 'config_name_en', 'config_name_fr']) expect(row[name]).toBeTruthy();
    }
  });

  it('turn registration and the settings panel off, and the captcha on', async () => {
    expect(await t.app.parameters.get('sys.account.registerUser')).toBe('false');
    expect(await t.app.parameters.get('sys.account.captchaEnabled')).toBe('true');
    expect(await t.app.parameters.get('sys.index.showSettings')).toBe('false');
  });
});

describe('the ids of seeded rows', () => {
  it('stay below the first id of added rows', async () => {
    const identities = await query(
      `select table_name as table, column_name as column, identity_start::int as start
       from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
    );
    expect(identities.length).toBeGreaterThan(8);
    for (const { table, column, start } of identities) {
      const [found] = await query(`select coalesce(max(${column}), 0)::int as max from ${table}`);
      expect(Number(found?.['max']), `${table}.${column}`).toBeLessThan(Number(start));
    }
  });
});

describe('seeded names', () => {
  const read = async () => {
    const [menu] = await query(
      `select menu_name_fr as name from sys_menu where component = 'basic/channel/index'`,
    );
    const [channel] = await query(
      `select levels -> 4 ->> 'nameEn' as level from basic_channel where channel_code = 'PM10'`,
    );
    return [menu?.['name'], channel?.['level']];
  };
  const rename = async (name: string, level: string) => {
    await t.app.pool.query(`update sys_menu set menu_name_fr = $1 where component = 'basic/channel/index'`, [
      name,
    ]);
    await t.app.pool.query(
      `update basic_channel set levels = jsonb_set(levels, '{4,nameEn}', to_jsonb($1::text)) where channel_code = 'PM10'`,
      [level],
    );
    const client = await t.app.pool.connect();
    await renameSeededTexts(client);
    client.release();
  };

  it('use one French term for each concept', async () => {
    const names = await query(
      `select menu_name_fr as name from sys_menu union select dict_name_fr from sys_dict_type
       union select dict_label_fr from sys_dict_data union select job_name_fr from sys_job
       union select config_name_fr from sys_config`,
    );
    const offending = names.filter(({ name }) =>
      /\bcana(l|ux)\b|\bAQI\b|surnom|\bavis\b|moniteur|visibles/i.test(String(name)),
    );
    expect(offending).toEqual([]);
    expect(await read()).toEqual(['Paramètres mesurés', 'Severe pollution']);
  });

  it('are updated in an older installation, unless an administrator has changed them', async () => {
    await rename('Canaux', 'Heavy pollution');
    expect(await read()).toEqual(['Paramètres mesurés', 'Severe pollution']);
    await rename('Grandeurs', 'Very bad');
    expect(await read()).toEqual(['Grandeurs', 'Very bad']);
  });
});
