import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../src/testing/app.ts';

const t = await openTestApp();
afterAll(() => t.close());

type Row = Record<string, unknown>;
const query = async (statement: string): Promise<Row[]> => (await t.app.pool.query(statement)).rows;

type Menu = [id: number, parent: number, name: string, path: string, component: string | null, icon: string];

/** Clients of the family refer to menus by these ids. */
const menus: Menu[] = [
  [1, 0, '系统管理', 'system', null, 'system'],
  [2, 0, '系统监控', 'monitor', null, 'monitor'],
  [3, 0, '系统工具', 'tool', null, 'tool'],
  [100, 1, '用户管理', 'user', 'system/user/index', 'user'],
  [101, 1, '角色管理', 'role', 'system/role/index', 'peoples'],
  [102, 1, '菜单管理', 'menu', 'system/menu/index', 'tree-table'],
  [103, 1, '部门管理', 'dept', 'system/dept/index', 'tree'],
  [104, 1, '岗位管理', 'post', 'system/post/index', 'post'],
  [105, 1, '字典管理', 'dict', 'system/dict/index', 'dict'],
  [106, 1, '参数设置', 'config', 'system/config/index', 'edit'],
  [107, 1, '通知公告', 'notice', 'system/notice/index', 'message'],
  [108, 1, '日志管理', 'log', null, 'log'],
  [109, 2, '在线用户', 'online', 'monitor/online/index', 'online'],
  [110, 2, '定时任务', 'job', 'monitor/job/index', 'job'],
  [117, 3, '系统接口', 'swagger', 'tool/swagger/index', 'swagger'],
  [500, 108, '操作日志', 'operlog', 'monitor/operlog/index', 'form'],
  [501, 108, '登录日志', 'logininfor', 'monitor/logininfor/index', 'logininfor'],
];

/** Screens that do not exist yet. */
const missingScreens = [111, 112, 113, 114, 115, 116];
/** The family's own home page. */
const foreignMenus = [4];

/** The buttons of each screen have consecutive ids. */
const buttons: [first: number, menu: number, permission: string, actions: string][] = [
  [1000, 100, 'system:user', 'query add edit remove export import resetPwd'],
  [1007, 101, 'system:role', 'query add edit remove export'],
  [1012, 102, 'system:menu', 'query add edit remove'],
  [1016, 103, 'system:dept', 'query add edit remove'],
  [1020, 104, 'system:post', 'query add edit remove export'],
  [1025, 105, 'system:dict', 'query add edit remove export'],
  [1030, 106, 'system:config', 'query add edit remove export'],
  [1035, 107, 'system:notice', 'query add edit remove'],
  [1039, 500, 'monitor:operlog', 'query remove export'],
  [1042, 501, 'monitor:logininfor', 'query remove export unlock'],
  [1046, 109, 'monitor:online', 'query batchLogout forceLogout'],
  [1049, 110, 'monitor:job', 'query add edit remove changeStatus export'],
];

const dictionaries: Record<string, string> = {
  sys_user_sex: '0 男, 1 女, 2 未知',
  sys_show_hide: '0 显示 primary, 1 隐藏 danger',
  sys_normal_disable: '0 正常 primary, 1 停用 danger',
  sys_job_status: '0 正常 primary, 1 暂停 danger',
  sys_job_group: 'DEFAULT 默认, SYSTEM 系统',
  sys_yes_no: 'Y 是 primary, N 否 danger',
  sys_notice_type: '1 通知 warning, 2 公告 success',
  sys_notice_status: '0 正常 primary, 1 关闭 danger',
  sys_oper_type:
    '1 新增 info, 2 修改 info, 3 删除 danger, 4 授权 primary, 5 导出 warning, 6 导入 warning, 7 强退 danger, ' +
    '8 生成代码 warning, 9 清空数据 danger, 0 其他 info',
  sys_common_status: '0 成功 primary, 1 失败 danger',
};

const parameters: [key: string, value: string][] = [
  ['sys.index.skinName', 'skin-blue'],
  ['sys.index.sideTheme', 'theme-dark'],
  ['sys.account.captchaEnabled', 'true'],
  ['sys.account.registerUser', 'false'],
  ['sys.login.blackIPList', ''],
  ['sys.account.initPasswordModify', '1'],
  ['sys.account.passwordValidateDays', '0'],
];

describe('a new installation, compared with the family,', () => {
  it('has every menu with the same id, parent, path, component and icon', async () => {
    const rows = await query(
      `select menu_id, parent_id, menu_name, path, component, icon from sys_menu where menu_type <> 'F' order by 1`,
    );
    const found = new Map(rows.map((row) => [row['menu_id'], Object.values(row)]));
    for (const menu of menus) expect(found.get(menu[0])).toEqual(menu);
    for (const id of [...missingScreens, ...foreignMenus]) expect(found.has(id), String(id)).toBe(false);
  });

  it('has every button with the same id and permission', async () => {
    const rows = await query(`select menu_id, parent_id, perms from sys_menu where menu_type = 'F'`);
    const found = new Map(rows.map((row) => [row['menu_id'], row]));
    for (const [first, menu, permission, actions] of buttons) {
      for (const [index, action] of actions.split(' ').entries()) {
        const perms = `${permission}:${action}`;
        expect(found.get(first + index)).toEqual({ menu_id: first + index, parent_id: menu, perms });
      }
    }
  });

  it.each(Object.entries(dictionaries))('has the dictionary %s', async (type, entries) => {
    const rows = await query(
      `select dict_value, dict_label, list_class from sys_dict_data where dict_type = '${type}' order by dict_sort`,
    );
    const found = rows.map((row) =>
      Object.values(row).filter((value) => value !== 'default' && value !== ''),
    );
    expect(found.map((parts) => parts.join(' ')).join(', ')).toBe(entries);
  });

  it('sorts other operations last', async () => {
    const last = `select dict_sort from sys_dict_data where dict_type = 'sys_oper_type' and dict_value = '0'`;
    expect(await query(last)).toEqual([{ dict_sort: 99 }]);
  });

  it.each(parameters)('has the built-in parameter %s = %j', async (key, value) => {
    const rows = await query(`select config_value, config_type from sys_config where config_key = '${key}'`);
    expect(rows).toEqual([{ config_value: value, config_type: 'Y' }]);
  });

  it('has the three sample tasks, paused, without make-up runs and without concurrent runs', async () => {
    const jobs = await query(
      `select invoke_target, cron_expression, misfire_policy, concurrent, status from sys_job
       where job_group = 'DEFAULT' order by job_id`,
    );
    const paused = { misfire_policy: '3', concurrent: '1', status: '1' };
    expect(jobs).toEqual([
      { invoke_target: 'ryTask.ryNoParams', cron_expression: '0/10 * * * * ?', ...paused },
      { invoke_target: "ryTask.ryParams('ry')", cron_expression: '0/15 * * * * ?', ...paused },
      {
        invoke_target: "ryTask.ryMultipleParams('ry', true, 2000L, 316.50D, 100)",
        cron_expression: '0/20 * * * * ?',
        ...paused,
      },
    ]);
  });

  it('has the role admin with id 1 and all data, and the user admin with id 1', async () => {
    expect(await query('select role_key, role_sort, data_scope from sys_role where role_id = 1')).toEqual([
      { role_key: 'admin', role_sort: 1, data_scope: '1' },
    ]);
    expect(await query('select user_name from sys_user where user_id = 1')).toEqual([{ user_name: 'admin' }]);
  });

  it('numbers added rows from 100 on, departments from 200, menus from 2000', async () => {
    const starts = await query(
      `select table_name as name, identity_start::int as start from information_schema.columns
       where is_identity = 'YES' and table_name = any(array['sys_user', 'sys_role', 'sys_dict_type', 'sys_dict_data',
         'sys_config', 'sys_job', 'sys_dept', 'sys_menu']) order by 1`,
    );
    const exceptions: Record<string, number> = { sys_dept: 200, sys_menu: 2000 };
    expect(starts).toHaveLength(8);
    for (const { name, start } of starts)
      expect([name, start]).toEqual([name, exceptions[String(name)] ?? 100]);
  });
});

describe('a new installation, unlike the family,', () => {
  it('has no default password and no second user', async () => {
    expect(await query(`select from sys_config where config_key = 'sys.user.initPassword'`)).toEqual([]);
    expect(await query('select user_id from sys_user')).toEqual([{ user_id: 1 }]);
  });

  it('has no role that may do everything by default, and no sample departments, posts and notices', async () => {
    expect(await query(`select from sys_role where role_key = 'common'`)).toEqual([]);
    expect(await query('select dept_id from sys_dept')).toEqual([{ dept_id: 100 }]);
    for (const table of ['sys_post', 'sys_notice']) expect(await query(`select from ${table}`)).toEqual([]);
  });
});
