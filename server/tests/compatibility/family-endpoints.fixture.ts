/** A group of the family's endpoints, and the tests that call them like its clients. */
export interface FamilyGroup {
  base: string;
  /** Paths relative to this folder. */
  tests: readonly string[];
  /** Method and path below the base; parameters are written as `:`. */
  calls: readonly string[];
}

/** The endpoints of sample resources, with both methods of exports and templates. */
const standard = [
  'GET /list',
  'GET /:',
  'POST ',
  'PUT ',
  'DELETE /:',
  'GET /export',
  'POST /export',
  'GET /importTemplate',
  'POST /importTemplate',
  'POST /importData',
];
const sampleTests = ['family-2x.test.ts', 'family-3x.test.ts', 'family-samples.fixture.ts'];
const cached = ['DELETE /refreshCache', 'DELETE /clearCache'];

/** All implemented endpoints that clients of both generations call. */
export const familyGroups: readonly FamilyGroup[] = [
  {
    base: '',
    tests: ['family-session.test.ts'],
    calls: [
      'GET /captchaImage',
      'POST /login',
      'POST /register',
      'GET /getInfo',
      'GET /getRouters',
      'POST /logout',
      'POST /unlockscreen',
    ],
  },
  {
    base: '/system/user/profile',
    tests: ['family-session.test.ts'],
    calls: ['GET ', 'PUT ', 'PUT /updatePwd', 'POST /avatar'],
  },
  {
    base: '/common',
    tests: ['family-session.test.ts', 'family-users.test.ts'],
    calls: ['POST /upload', 'POST /uploads', 'GET /download', 'GET /download/resource'],
  },
  {
    base: '/system/user',
    tests: ['family-users.test.ts', 'family-trees.test.ts'],
    calls: [
      'GET /list',
      'GET /export',
      'POST /export',
      'POST /importData',
      'GET /importTemplate',
      'POST /importTemplate',
      'GET ',
      'GET /:',
      'POST ',
      'PUT ',
      'DELETE /:',
      'PUT /resetPwd',
      'PUT /changeStatus',
      'GET /authRole/:',
      'PUT /authRole',
      'GET /deptTree',
    ],
  },
  {
    base: '/system/role',
    tests: ['family-role.test.ts'],
    calls: [
      'GET /list',
      'GET /export',
      'POST /export',
      'GET /:',
      'POST ',
      'PUT ',
      'PUT /dataScope',
      'PUT /changeStatus',
      'DELETE /:',
      'GET /optionselect',
      'GET /authUser/allocatedList',
      'GET /authUser/unallocatedList',
      'PUT /authUser/cancel',
      'PUT /authUser/cancelAll',
      'PUT /authUser/selectAll',
      'GET /deptTree/:',
    ],
  },
  {
    base: '/system/menu',
    tests: ['family-trees.test.ts', 'family-role.test.ts'],
    calls: [
      'GET /list',
      'GET /:',
      'GET /treeselect',
      'GET /roleMenuTreeselect/:',
      'POST ',
      'PUT ',
      'PUT /updateSort',
      'DELETE /:',
    ],
  },
  {
    base: '/system/dept',
    tests: ['family-trees.test.ts', 'family-role.test.ts'],
    calls: [
      'GET /list',
      'GET /list/exclude/:',
      'GET /:',
      'POST ',
      'PUT ',
      'PUT /updateSort',
      'DELETE /:',
      'GET /treeselect',
      'GET /roleDeptTreeselect/:',
    ],
  },
  { base: '/system/post', tests: sampleTests, calls: [...standard, 'GET /optionselect'] },
  { base: '/system/dict/type', tests: sampleTests, calls: [...standard, ...cached, 'GET /optionselect'] },
  {
    base: '/system/dict/data',
    tests: sampleTests,
    calls: [...standard, 'GET /type/:', 'GET /dictType/:'],
  },
  { base: '/system/config', tests: sampleTests, calls: [...standard, ...cached, 'GET /configKey/:'] },
  {
    base: '/system/notice',
    tests: ['family-notice.test.ts'],
    calls: [
      'GET /list',
      'GET /:',
      'POST ',
      'PUT ',
      'DELETE /:',
      'GET /listTop',
      'POST /markRead',
      'POST /markReadAll',
    ],
  },
  {
    base: '/monitor/online',
    tests: ['./family-online.test.ts'],
    calls: ['GET /list', 'DELETE /:'],
  },
  ...['/monitor/operlog', '/monitor/logininfor'].map((base) => ({
    base,
    tests: ['./family-logs.test.ts'],
    calls: ['GET /list', 'GET /export', 'POST /export', 'DELETE /:', 'DELETE /clean'],
  })),
  { base: '/monitor/logininfor', tests: ['family-users.test.ts'], calls: ['GET /unlock/:'] },
  {
    base: '/monitor/job',
    tests: ['./family-job.test.ts'],
    calls: [
      'GET /list',
      'GET /export',
      'POST /export',
      'GET /:',
      'POST ',
      'PUT ',
      'PUT /changeStatus',
      'PUT /run',
      'DELETE /:',
    ],
  },
  {
    base: '/monitor/jobLog',
    tests: ['./family-job.test.ts'],
    calls: ['GET /list', 'GET /export', 'POST /export', 'GET /:', 'DELETE /:', 'DELETE /clean'],
  },
];

/** Endpoints of screens that are not implemented; an implemented one moves up and gets a test. */
export const notBuilt = [
  'GET /monitor/server',
  'GET /monitor/cache',
  'GET /monitor/cache/getNames',
  'GET /monitor/cache/getKeys/x',
  'GET /monitor/cache/getValue/x/y',
  'DELETE /monitor/cache/clearCacheName/x',
  'DELETE /monitor/cache/clearCacheKey/x',
  'DELETE /monitor/cache/clearCacheAll',
  'GET /tool/gen/list',
  'GET /tool/gen/db/list',
  'GET /tool/gen/1',
  'GET /tool/gen/column/1',
  'POST /tool/gen/importTable',
  'POST /tool/gen/createTable',
  'PUT /tool/gen',
  'DELETE /tool/gen/1',
  'GET /tool/gen/preview/1',
  'GET /tool/gen/download/x',
  'GET /tool/gen/genCode/x',
  'GET /tool/gen/synchDb/x',
  'GET /tool/gen/batchGenCode',
];
