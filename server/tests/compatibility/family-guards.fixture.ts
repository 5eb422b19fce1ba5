import type { ErrorKey } from '@limpid/contract/errors';
import type { Values } from './family-client.fixture.ts';

/** Numbers of what the attempts are about. */
export type Made = Record<
  'chief' | 'chiefRole' | 'busy' | 'stranger' | 'held' | 'far' | 'menu' | 'child' | 'granted',
  number
>;

export interface Attempt {
  /** The rule in the family's words. */
  rule: string;
  ask: () => [method: string, path: string, json?: Values];
  as?: 'chief' | 'deputy';
  said: ErrorKey;
  code?: number;
}

const user = (more: Values = {}) => ({ userName: 'fresh', nickName: 'x', deptId: 110, ...more });
const role = (more: Values = {}) => ({ roleName: 'fresh', roleKey: 'fresh', roleSort: 1, ...more });
const menu = (more: Values = {}) => ({
  menuName: '新',
  menuType: 'M',
  orderNum: 1,
  path: 'fresh',
  parentId: 0,
  ...more,
});
const dept = (more: Values = {}) => ({ deptName: '新', parentId: 100, orderNum: 1, ...more });
const job = (more: Values = {}) => ({
  jobName: 'x',
  jobGroup: 'DEFAULT',
  invokeTarget: 'ryTask.ryNoParams',
  cronExpression: '0 0 3 * * ?',
  ...more,
});
const target =
  (invokeTarget: string): Attempt['ask'] =>
  () => ['POST', '/monitor/job', job({ invokeTarget })];

/** Every guard the family has. */
export const listGuards = (made: Made): Attempt[] => [
  {
    rule: '不允许操作超级管理员用户: edit',
    ask: () => ['PUT', '/system/user', user({ userId: 1 })],
    as: 'deputy',
    said: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: delete',
    ask: () => ['DELETE', '/system/user/1'],
    as: 'deputy',
    said: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: resetPwd',
    ask: () => ['PUT', '/system/user/resetPwd', { userId: 1, password: 'Other-word-1' }],
    as: 'deputy',
    said: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: changeStatus',
    ask: () => ['PUT', '/system/user/changeStatus', { userId: 1, status: '1' }],
    as: 'deputy',
    said: 'user.administrator',
  },
  {
    rule: '当前用户不能删除',
    ask: () => ['DELETE', `/system/user/${made.busy},${made.chief}`],
    as: 'chief',
    said: 'user.remove_self',
  },
  {
    rule: '登录账号已存在',
    ask: () => ['POST', '/system/user', user({ userName: 'busy' })],
    said: 'field.taken',
  },
  {
    rule: '手机号码已存在',
    ask: () => ['POST', '/system/user', user({ phonenumber: '13900000000' })],
    said: 'field.taken',
  },
  {
    rule: '邮箱账号已存在',
    ask: () => ['POST', '/system/user', user({ email: 'busy@example.org' })],
    said: 'field.taken',
  },
  {
    rule: '没有权限访问用户数据！ (read)',
    ask: () => ['GET', `/system/user/${made.stranger}`],
    as: 'chief',
    said: 'row.gone',
  },
  {
    rule: '没有权限访问用户数据！ (write)',
    ask: () => ['PUT', '/system/user', user({ userId: made.stranger })],
    as: 'chief',
    said: 'row.gone',
  },
  {
    rule: 'the department given to a user must be in scope too',
    ask: () => ['POST', '/system/user', user({ deptId: 120 })],
    as: 'chief',
    said: 'scope.denied',
    code: 403,
  },
  {
    rule: 'the roles given to a user must be in scope too',
    ask: () => ['POST', '/system/user', user({ roleIds: [made.far] })],
    as: 'chief',
    said: 'field.choice',
  },
  {
    rule: '不允许操作超级管理员角色: edit',
    ask: () => ['PUT', '/system/role', role({ roleId: 1 })],
    said: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: dataScope',
    ask: () => ['PUT', '/system/role/dataScope', { roleId: 1, dataScope: '5' }],
    said: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: changeStatus',
    ask: () => ['PUT', '/system/role/changeStatus', { roleId: 1, status: '1' }],
    said: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: delete',
    ask: () => ['DELETE', '/system/role/1'],
    said: 'role.administrator',
  },
  {
    rule: '{角色}已分配,不能删除',
    ask: () => ['DELETE', `/system/role/${made.held}`],
    said: 'role.has_users',
  },
  {
    rule: '角色名称已存在',
    ask: () => ['POST', '/system/role', role({ roleName: 'held' })],
    said: 'field.taken',
  },
  {
    rule: '角色权限已存在',
    ask: () => ['POST', '/system/role', role({ roleKey: 'held' })],
    said: 'field.taken',
  },
  {
    rule: '没有权限访问角色数据！ (read)',
    ask: () => ['GET', `/system/role/${made.far}`],
    as: 'chief',
    said: 'row.gone',
  },
  {
    rule: '没有权限访问角色数据！ (write)',
    ask: () => ['PUT', '/system/role', role({ roleId: made.far })],
    as: 'chief',
    said: 'row.gone',
  },
  {
    rule: '存在子菜单,不允许删除',
    ask: () => ['DELETE', `/system/menu/${made.menu}`],
    said: 'menu.has_children',
    code: 601,
  },
  {
    rule: '菜单已分配,不允许删除',
    ask: () => ['DELETE', `/system/menu/${made.granted}`],
    said: 'menu.granted',
    code: 601,
  },
  {
    rule: '菜单名称已存在',
    ask: () => ['POST', '/system/menu', menu({ menuName: '夹' })],
    said: 'field.taken',
  },
  {
    rule: '地址必须以http(s)://开头',
    ask: () => ['POST', '/system/menu', menu({ isFrame: '0', path: 'ftp://x' })],
    said: 'menu.link',
  },
  {
    rule: '上级菜单不能选择自己',
    ask: () => ['PUT', '/system/menu', menu({ menuId: made.menu, parentId: made.menu })],
    said: 'menu.own_parent',
  },
  {
    rule: '路由地址已存在',
    ask: () => ['POST', '/system/menu', menu({ path: 'folder' })],
    said: 'menu.path_taken',
  },
  {
    rule: '路由名称已存在',
    ask: () => ['POST', '/system/menu', menu({ menuType: 'C', component: 'c/d', routeName: 'Leaf' })],
    said: 'menu.route_name_taken',
  },
  {
    rule: '存在下级部门,不允许删除',
    ask: () => ['DELETE', '/system/dept/110'],
    said: 'department.has_children',
    code: 601,
  },
  {
    rule: '部门存在用户,不允许删除',
    ask: () => ['DELETE', '/system/dept/120'],
    said: 'department.has_users',
    code: 601,
  },
  {
    rule: '没有权限访问部门数据！',
    ask: () => ['DELETE', '/system/dept/120'],
    as: 'chief',
    said: 'row.gone',
  },
  {
    rule: '部门停用，不允许新增',
    ask: () => ['POST', '/system/dept', dept({ parentId: 130 })],
    said: 'department.parent_stopped',
  },
  {
    rule: '部门名称已存在',
    ask: () => ['POST', '/system/dept', dept({ deptName: 'department 110' })],
    said: 'field.taken',
  },
  {
    rule: '上级部门不能是自己',
    ask: () => ['PUT', '/system/dept', dept({ deptId: 110, parentId: 110 })],
    said: 'department.own_parent',
  },
  {
    rule: '该部门包含未停用的子部门！',
    ask: () => ['PUT', '/system/dept', dept({ deptId: 110, status: '1' })],
    said: 'department.has_active_children',
  },
  { rule: '{岗位}已分配,不能删除', ask: () => ['DELETE', '/system/post/1'], said: 'row.in_use' },
  {
    rule: '岗位名称已存在',
    ask: () => ['POST', '/system/post', { postCode: 'n', postName: '在用', postSort: 1 }],
    said: 'field.taken',
  },
  {
    rule: '岗位编码已存在',
    ask: () => ['POST', '/system/post', { postCode: 'used', postName: 'n', postSort: 1 }],
    said: 'field.taken',
  },
  { rule: '{字典}已分配,不能删除', ask: () => ['DELETE', '/system/dict/type/190'], said: 'row.in_use' },
  {
    rule: '字典类型已存在',
    ask: () => ['POST', '/system/dict/type', { dictName: 'x', dictType: 'own_type' }],
    said: 'field.taken',
  },
  {
    rule: '字典类型必须以字母开头，且只能为小写字母，数字，下滑线',
    ask: () => ['POST', '/system/dict/type', { dictName: 'x', dictType: '1X' }],
    said: 'field.pattern',
  },
  {
    rule: '内置参数【{key}】不能删除',
    ask: () => ['DELETE', '/system/config/1'],
    said: 'parameter.built_in',
  },
  {
    rule: '参数键名已存在',
    ask: () => [
      'POST',
      '/system/config',
      { configName: 'x', configKey: 'sys.login.blackIPList', configValue: 'x' },
    ],
    said: 'field.taken',
  },
  {
    rule: 'profile: phone taken',
    ask: () => ['PUT', '/system/user/profile', { nickName: 'x', phonenumber: '13900000000' }],
    as: 'chief',
    said: 'field.taken',
  },
  {
    rule: 'profile: email taken',
    ask: () => ['PUT', '/system/user/profile', { nickName: 'x', email: 'busy@example.org' }],
    as: 'chief',
    said: 'field.taken',
  },
  {
    rule: 'Cron表达式不正确',
    ask: () => ['POST', '/monitor/job', job({ cronExpression: 'every day' })],
    said: 'task.cron_count',
  },
  {
    rule: "目标字符串不允许'rmi'调用",
    ask: target("ryTask.ryParams('rmi://evil.example/x')"),
    said: 'task.target_rmi',
  },
  {
    rule: "目标字符串不允许'ldap(s)'调用",
    ask: target("ryTask.ryParams('ldaps://evil.example/x')"),
    said: 'task.target_ldap',
  },
  {
    rule: "目标字符串不允许'http(s)'调用",
    ask: target("ryTask.ryParams('https://evil.example/x')"),
    said: 'task.target_http',
  },
  {
    rule: '目标字符串存在违规',
    ask: target("org.springframework.jdbc.JdbcTemplate.execute('drop table sys_user')"),
    said: 'task.target_class',
  },
  { rule: '目标字符串不在白名单内', ask: target('anyBean.anything'), said: 'task.target_unknown' },
  {
    rule: '任务不存在或已过期！',
    ask: () => ['PUT', '/monitor/job/run', { jobId: 987654, jobGroup: 'DEFAULT' }],
    said: 'task.gone',
  },
  {
    rule: 'registration switched off',
    ask: () => ['POST', '/register', { username: 'fresh', password: 'Fresh-word-1' }],
    said: 'registration.closed',
  },
];

/** What the family leaves open, and this program does not. */
export const listGaps = (made: Made): Attempt[] => [
  {
    rule: 'a department is not moved below its own descendant',
    ask: () => ['PUT', '/system/dept', dept({ deptId: 110, parentId: 111 })],
    said: 'department.below_itself',
  },
  {
    rule: 'menus form no circle',
    ask: () => ['PUT', '/system/menu', menu({ menuId: made.menu, parentId: made.child })],
    said: 'menu.below_itself',
  },
  {
    rule: 'dictionary values are not doubled',
    ask: () => [
      'POST',
      '/system/dict/data',
      { dictType: 'own_type', dictLabel: '乙', dictValue: 'a', dictSort: 1 },
    ],
    said: 'field.taken',
  },
  {
    rule: 'the key of a built-in parameter stays',
    ask: () => ['PUT', '/system/config', { configId: 1, configName: 'x', configKey: 'other' }],
    said: 'parameter.built_in_key',
  },
  {
    rule: 'the type of a built-in dictionary stays',
    ask: () => ['PUT', '/system/dict/type', { dictId: 1, dictName: 'x', dictType: 'other' }],
    said: 'dictionary.built_in_key',
  },
  {
    rule: 'nobody disables the own account',
    ask: () => ['PUT', '/system/user/changeStatus', { userId: made.chief, status: '1' }],
    as: 'chief',
    said: 'user.stop_self',
  },
  {
    rule: 'nobody disables the own role',
    ask: () => ['PUT', '/system/role/changeStatus', { roleId: made.chiefRole, status: '1' }],
    as: 'chief',
    said: 'role.own',
  },
  {
    rule: 'nobody takes menus from the own role',
    ask: () => ['PUT', '/system/role', role({ roleId: made.chiefRole, menuIds: [] })],
    as: 'chief',
    said: 'role.own',
  },
  {
    rule: 'nobody narrows the data scope of the own role',
    ask: () => ['PUT', '/system/role/dataScope', { roleId: made.chiefRole, dataScope: '5' }],
    as: 'chief',
    said: 'role.own',
  },
  {
    rule: 'nobody takes the own roles away by authRole',
    ask: () => ['PUT', `/system/user/authRole?userId=${made.chief}&roleIds=`],
    as: 'chief',
    said: 'role.own',
  },
  {
    rule: 'nobody takes the own roles away in the form',
    ask: () => ['PUT', '/system/user', user({ userId: made.chief, roleIds: [] })],
    as: 'chief',
    said: 'role.own',
  },
  {
    rule: 'nobody takes the own role away on its page',
    ask: () => ['PUT', '/system/role/authUser/cancel', { userId: made.chief, roleId: made.chiefRole }],
    as: 'chief',
    said: 'role.own',
  },
];
