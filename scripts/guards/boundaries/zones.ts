/** A part of the repository and what its files may import. Tests and fixtures combine parts and are exempt. */
interface Zone {
  /** Prefixes of the paths of its files; the longest matching prefix wins. */
  path: string | readonly string[];
  /** Other zones. A zone may always import itself. */
  mayImport: readonly string[];
  /** Allowed packages, modules of Node included; all if omitted. */
  packages?: RegExp;
}

const noPackage = /^$/;
/** What code in a browser may use: nothing of Node, no database, no server. */
const browser = /^(?!node:|pg$|pg-|kysely$|fastify$|@fastify\/)/;
const withoutUi = /^(?!node:|pg$|pg-|kysely$|fastify$|@fastify\/|react|antd|@ant-design)/;
const withoutRouter = /^(?!node:|pg$|pg-|kysely$|fastify$|@fastify\/|react-router)/;
/** Only platform, crud and stores contain SQL. */
const withoutSql = /^(?!kysely$|pg$|pg-)/;

/** Zone → may import. ARCHITECTURE.md shows the same table. */
export const zones: Readonly<Record<string, Zone>> = {
  hj212: { path: 'hj212/', mayImport: [], packages: /^node:crypto$/ },
  aqi: { path: 'aqi/', mayImport: [], packages: noPackage },
  modbus: { path: 'modbus/', mayImport: [], packages: noPackage },
  i18n: { path: 'i18n/', mayImport: [], packages: noPackage },
  contract: { path: 'contract/', mayImport: [], packages: /^typebox$/ },
  simulator: {
    path: 'simulator/',
    mayImport: ['hj212', 'modbus'],
    packages: /^node:(crypto|net|timers\/promises)$/,
  },
  cli: {
    path: 'cli/',
    mayImport: ['hj212', 'aqi', 'contract', 'simulator', 'server platform', 'server api', 'scripts'],
    packages: /^node:/,
  },

  'server config': { path: 'server/src/config.ts', mayImport: ['contract'] },
  'server platform': {
    path: 'server/src/platform/',
    mayImport: ['contract', 'i18n', 'server config'],
  },
  'server seeds': { path: 'server/seeds/', mayImport: ['contract'] },
  'server crud': { path: 'server/src/crud/', mayImport: ['contract', 'server platform'] },
  'server gateway': {
    path: 'server/src/gateway/',
    mayImport: ['contract', 'hj212', 'server platform'],
    packages: withoutSql,
  },
  'server features': {
    path: 'server/src/features/',
    mayImport: [
      'contract',
      'hj212',
      'aqi',
      'modbus',
      'simulator',
      'server crud',
      'server platform',
      'server api',
    ],
    packages: withoutSql,
  },
  /** Lists what the areas register, and opens what several of them share: the only import of their private files. */
  'server assembly': {
    path: ['server/src/features.ts', 'server/src/features/services.ts'],
    mayImport: ['server features', 'server api', 'server platform'],
    packages: withoutSql,
  },
  'server roles': {
    path: 'server/src/roles/',
    mayImport: [
      'contract',
      'server gateway',
      'server assembly',
      'server api',
      'server config',
      'server platform',
      'server seeds',
    ],
    packages: withoutSql,
  },
  'server start': { path: 'server/src/', mayImport: ['server roles', 'server config', 'server platform'] },
  'web lib': { path: 'web/src/lib/', mayImport: ['aqi'], packages: withoutUi },
  'web ui': { path: 'web/src/ui/', mayImport: ['contract'], packages: withoutRouter },
  'web air': {
    path: 'web/src/air/',
    mayImport: ['contract', 'aqi', 'web ui', 'web lib'],
    packages: withoutRouter,
  },
  'web api': { path: 'web/src/api/', mayImport: ['contract', 'web air', 'web lib'], packages: withoutRouter },
  'web charts': {
    path: 'web/src/charts/',
    mayImport: ['web air', 'web ui', 'web lib'],
    packages: withoutRouter,
  },
  'web map': { path: 'web/src/map/', mayImport: ['contract', 'web air'], packages: withoutRouter },
  'web resource': {
    path: 'web/src/resource/',
    mayImport: ['contract', 'web api', 'web map', 'web ui', 'web lib'],
    packages: browser,
  },
  'web query': {
    path: 'web/src/query/',
    mayImport: ['contract', 'web resource', 'web air', 'web api', 'web map', 'web ui', 'web lib'],
    packages: browser,
  },
  'web features': {
    path: 'web/src/features/',
    mayImport: [
      'contract',
      'aqi',
      'i18n',
      'web query',
      'web resource',
      'web air',
      'web api',
      'web charts',
      'web map',
      'web ui',
      'web lib',
    ],
    packages: browser,
  },
  'web app': {
    path: 'web/src/',
    mayImport: ['contract', 'i18n', 'web features', 'web api', 'web map', 'web ui', 'web lib'],
    packages: browser,
  },
};
