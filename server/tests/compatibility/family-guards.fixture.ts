import type { ErrorKey } from '@limpid/contract/errors';
import type { JsonFields } from './family-client.fixture.ts';

/** The ids of the rows that the requests refer to. */
export type GuardIds = Record<
  'chief' | 'chiefRole' | 'busy' | 'stranger' | 'held' | 'far' | 'menu' | 'child' | 'granted',
  number
>;

export interface GuardedRequest {
  /** The rule in the family's words. */
  rule: string;
  request: () => [method: string, path: string, json?: JsonFields];
  as?: 'chief' | 'deputy';
  error: ErrorKey;
  code?: number;
}

const user = (more: JsonFields = {}) => ({ userName: 'fresh', nickName: 'x', deptId: 110, ...more });
const role = (more: JsonFields = {}) => ({ roleName: 'fresh', roleKey: 'fresh', roleSort: 1, ...more });
const menu = (more: JsonFields = {}) => ({
  menuName: '新',
  menuType: 'M',
  orderNum: 1,
  path: 'fresh',
  parentId: 0,
  ...more,
});
const dept = (more: JsonFields = {}) => ({ deptName: '新', parentId: 100, orderNum: 1, ...more });
const job = (more: JsonFields = {}) => ({
  jobName: 'x',
  jobGroup: 'DEFAULT',
  invokeTarget: 'ryTask.ryNoParams',
  cronExpression: '0 0 3 * * ?',
  ...more,
});
const target =
  (invokeTarget: string): GuardedRequest['request'] =>
  () => ['POST', '/monitor/job', job({ invokeTarget })];

/** All guards of the family. */
export const listGuards = (made: GuardIds): GuardedRequest[] => [
  {
    rule: '不允许操作超级管理员用户: edit',
    request: () => ['PUT', '/system/user', user({ userId: 1 })],
    as: 'deputy',
    error: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: delete',
    request: () => ['DELETE', '/system/user/1'],
    as: 'deputy',
    error: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: resetPwd',
    request: () => ['PUT', '/system/user/resetPwd', { userId: 1, password: 'Other-word-1' }],
    as: 'deputy',
    error: 'user.administrator',
  },
  {
    rule: '不允许操作超级管理员用户: changeStatus',
    request: () => ['PUT', '/system/user/changeStatus', { userId: 1, status: '1' }],
    as: 'deputy',
    error: 'user.administrator',
  },
  {
    rule: '当前用户不能删除',
    request: () => ['DELETE', `/system/user/${made.busy},${made.chief}`],
    as: 'chief',
    error: 'user.remove_self',
  },
  {
    rule: '登录账号已存在',
    request: () => ['POST', '/system/user', user({ userName: 'busy' })],
    error: 'field.taken',
  },
  {
    rule: '手机号码已存在',
    request: () => ['POST', '/system/user', user({ phonenumber: '13900000000' })],
    error: 'field.taken',
  },
  {
    rule: '邮箱账号已存在',
    request: () => ['POST', '/system/user', user({ email: 'busy@example.org' })],
    error: 'field.taken',
  },
  {
    rule: '没有权限访问用户数据！ (read)',
    request: () => ['GET', `/system/user/${made.stranger}`],
    as: 'chief',
    error: 'row.gone',
  },
  {
    rule: '没有权限访问用户数据！ (write)',
    request: () => ['PUT', '/system/user', user({ userId: made.stranger })],
    as: 'chief',
    error: 'row.gone',
  },
  {
    rule: 'the department given to a user must be in scope too',
    request: () => ['POST', '/system/user', user({ deptId: 120 })],
    as: 'chief',
    error: 'scope.denied',
    code: 403,
  },
  {
    rule: 'the roles given to a user must be in scope too',
    request: () => ['POST', '/system/user', user({ roleIds: [made.far] })],
    as: 'chief',
    error: 'field.choice',
  },
  {
    rule: '不允许操作超级管理员角色: edit',
    request: () => ['PUT', '/system/role', role({ roleId: 1 })],
    error: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: dataScope',
    request: () => ['PUT', '/system/role/dataScope', { roleId: 1, dataScope: '5' }],
    error: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: changeStatus',
    request: () => ['PUT', '/system/role/changeStatus', { roleId: 1, status: '1' }],
    error: 'role.administrator',
  },
  {
    rule: '不允许操作超级管理员角色: delete',
    request: () => ['DELETE', '/system/role/1'],
    error: 'role.administrator',
  },
  {
    rule: '{角色}已分配,不能删除',
    request: () => ['DELETE', `/system/role/${made.held}`],
    error: 'role.has_users',
  },
  {
    rule: '角色名称已存在',
    request: () => ['POST', '/system/role', role({ roleName: 'held' })],
    error: 'field.taken',
  },
  {
    rule: '角色权限已存在',
    request: () => ['POST', '/system/role', role({ roleKey: 'held' })],
    error: 'field.taken',
  },
  {
    rule: '没有权限访问角色数据！ (read)',
    request: () => ['GET', `/system/role/${made.far}`],
    as: 'chief',
    error: 'row.gone',
  },
  {
    rule: '没有权限访问角色数据！ (write)',
    request: () => ['PUT', '/system/role', role({ roleId: made.far })],
    as: 'chief',
    error: 'row.gone',
  },
  {
    rule: '存在子菜单,不允许删除',
    request: () => ['DELETE', `/system/menu/${made.menu}`],
    error: 'menu.has_children',
    code: 601,
  },
  {
    rule: '菜单已分配,不允许删除',
    request: () => ['DELETE', `/system/menu/${made.granted}`],
    error: 'menu.granted',
    code: 601,
  },
  {
    rule: '菜单名称已存在',
    request: () => ['POST', '/system/menu', menu({ menuName: '夹' })],
    error: 'field.taken',
  },
  {
    rule: '地址必须以http(s)://开头',
    request: () => ['POST', '/system/menu', menu({ isFrame: '0', path: 'ftp://x' })],
    error: 'menu.link',
  },
  {
    rule: '上级菜单不能选择自己',
    request: () => ['PUT', '/system/menu', menu({ menuId: made.menu, parentId: made.menu })],
    error: 'menu.own_parent',
  },
  {
    rule: '路由地址已存在',
    request: () => ['POST', '/system/menu', menu({ path: 'folder' })],
    error: 'menu.path_taken',
  },
  {
    rule: '路由名称已存在',
    request: () => ['POST', '/system/menu', menu({ menuType: 'C', component: 'c/d', routeName: 'Leaf' })],
    error: 'menu.route_name_taken',
  },
  {
    rule: '存在下级部门,不允许删除',
    request: () => ['DELETE', '/system/dept/110'],
    error: 'department.has_children',
    code: 601,
  },
  {
    rule: '部门存在用户,不允许删除',
    request: () => ['DELETE', '/system/dept/120'],
    error: 'department.has_users',
    code: 601,
  },
  {
    rule: '没有权限访问部门数据！',
    request: () => ['DELETE', '/system/dept/120'],
    as: 'chief',
    error: 'row.gone',
  },
  {
    rule: '部门停用，不允许新增',
    request: () => ['POST', '/system/dept', dept({ parentId: 130 })],
    error: 'department.parent_stopped',
  },
  {
    rule: '部门名称已存在',
    request: () => ['POST', '/system/dept', dept({ deptName: 'department 110' })],
    error: 'field.taken',
  },
  {
    rule: '上级部门不能是自己',
    request: () => ['PUT', '/system/dept', dept({ deptId: 110, parentId: 110 })],
    error: 'department.own_parent',
  },
  {
    rule: '该部门包含未停用的子部门！',
    request: () => ['PUT', '/system/dept', dept({ deptId: 110, status: '1' })],
    error: 'department.has_active_children',
  },
  { rule: '{岗位}已分配,不能删除', request: () => ['DELETE', '/system/post/1'], error: 'row.in_use' },
  {
    rule: '岗位名称已存在',
    request: () => ['POST', '/system/post', { postCode: 'n', postName: '在用', postSort: 1 }],
    error: 'field.taken',
  },
  {
    rule: '岗位编码已存在',
    request: () => ['POST', '/system/post', { postCode: 'used', postName: 'n', postSort: 1 }],
    error: 'field.taken',
  },
  { rule: '{字典}已分配,不能删除', request: () => ['DELETE', '/system/dict/type/190'], error: 'row.in_use' },
  {
    rule: '字典类型已存在',
    request: () => ['POST', '/system/dict/type', { dictName: 'x', dictType: 'own_type' }],
    error: 'field.taken',
  },
  {
    rule: '字典类型必须以字母开头，且只能为小写字母，数字，下滑线',
    request: () => ['POST', '/system/dict/type', { dictName: 'x', dictType: '1X' }],
    error: 'field.pattern',
  },
  {
    rule: '内置参数【{key}】不能删除',
    request: () => ['DELETE', '/system/config/1'],
    error: 'parameter.built_in',
  },
  {
    rule: '参数键名已存在',
    request: () => [
      'POST',
      '/system/config',
      { configName: 'x', configKey: 'sys.login.blackIPList', configValue: 'x' },
    ],
    error: 'field.taken',
  },
  {
    rule: 'profile: phone taken',
    request: () => ['PUT', '/system/user/profile', { nickName: 'x', phonenumber: '13900000000' }],
    as: 'chief',
    error: 'field.taken',
  },
  {
    rule: 'profile: email taken',
    request: () => ['PUT', '/system/user/profile', { nickName: 'x', email: 'busy@example.org' }],
    as: 'chief',
    error: 'field.taken',
  },
  {
    rule: 'Cron表达式不正确',
    request: () => ['POST', '/monitor/job', job({ cronExpression: 'every day' })],
    error: 'task.cron_count',
  },
  {
    rule: "目标字符串不允许'rmi'调用",
    request: target("ryTask.ryParams('rmi://evil.example/x')"),
    error: 'task.target_rmi',
  },
  {
    rule: "目标字符串不允许'ldap(s)'调用",
    request: target("ryTask.ryParams('ldaps://evil.example/x')"),
    error: 'task.target_ldap',
  },
  {
    rule: "目标字符串不允许'http(s)'调用",
    request: target("ryTask.ryParams('https://evil.example/x')"),
    error: 'task.target_http',
  },
  {
    rule: '目标字符串存在违规',
    request: target("org.springframework.jdbc.JdbcTemplate.execute('drop table sys_user')"),
    error: 'task.target_class',
  },
  { rule: '目标字符串不在白名单内', request: target('anyBean.anything'), error: 'task.target_unknown' },
  {
    rule: '任务不存在或已过期！',
    request: () => ['PUT', '/monitor/job/run', { jobId: 987654, jobGroup: 'DEFAULT' }],
    error: 'task.gone',
  },
  {
    rule: 'registration switched off',
    request: () => ['POST', '/register', { username: 'fresh', password: 'Fresh-word-1' }],
    error: 'registration.closed',
  },
];

/** Guards that the family lacks. */
export const listGaps = (made: GuardIds): GuardedRequest[] => [
  {
    rule: 'a department is not moved below its own descendant',
    request: () => ['PUT', '/system/dept', dept({ deptId: 110, parentId: 111 })],
    error: 'department.below_itself',
  },
  {
    rule: 'menus form no circle',
    request: () => ['PUT', '/system/menu', menu({ menuId: made.menu, parentId: made.child })],
    error: 'menu.below_itself',
  },
  {
    rule: 'dictionary values are not doubled',
    request: () => [
      'POST',
      '/system/dict/data',
      { dictType: 'own_type', dictLabel: '乙', dictValue: 'a', dictSort: 1 },
    ],
    error: 'field.taken',
  },
  {
    rule: 'the key of a built-in parameter stays',
    request: () => ['PUT', '/system/config', { configId: 1, configName: 'x', configKey: 'other' }],
    error: 'parameter.built_in_key',
  },
  {
    rule: 'the type of a built-in dictionary stays',
    request: () => ['PUT', '/system/dict/type', { dictId: 1, dictName: 'x', dictType: 'other' }],
    error: 'dictionary.built_in_key',
  },
  {
    rule: 'nobody disables the own account',
    request: () => ['PUT', '/system/user/changeStatus', { userId: made.chief, status: '1' }],
    as: 'chief',
    error: 'user.stop_self',
  },
  {
    rule: 'nobody disables the own role',
    request: () => ['PUT', '/system/role/changeStatus', { roleId: made.chiefRole, status: '1' }],
    as: 'chief',
    error: 'role.own',
  },
  {
    rule: 'nobody takes menus from the own role',
    request: () => ['PUT', '/system/role', role({ roleId: made.chiefRole, menuIds: [] })],
    as: 'chief',
    error: 'role.own',
  },
  {
    rule: 'nobody narrows the data scope of the own role',
    request: () => ['PUT', '/system/role/dataScope', { roleId: made.chiefRole, dataScope: '5' }],
    as: 'chief',
    error: 'role.own',
  },
  {
    rule: 'nobody takes the own roles away by authRole',
    request: () => ['PUT', `/system/user/authRole?userId=${made.chief}&roleIds=`],
    as: 'chief',
    error: 'role.own',
  },
  {
    rule: 'nobody takes the own roles away in the form',
    request: () => ['PUT', '/system/user', user({ userId: made.chief, roleIds: [] })],
    as: 'chief',
    error: 'role.own',
  },
  {
    rule: 'nobody takes the own role away on its page',
    request: () => ['PUT', '/system/role/authUser/cancel', { userId: made.chief, roleId: made.chiefRole }],
    as: 'chief',
    error: 'role.own',
  },
];
