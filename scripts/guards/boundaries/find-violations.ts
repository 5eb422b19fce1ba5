import { posix } from 'node:path';
import type { Import } from './read-imports.ts';
import { zones } from './zones.ts';

export interface Source {
  /** Path from the root of the repository, with slashes. */
  path: string;
  imports: readonly Import[];
}

export const isTest = (path: string) => /\.(test|fixture)\.tsx?$|^server\/src\/testing\//.test(path);
const isRule = (path: string) => path.endsWith('.rule.ts');
const isStore = (path: string) => path.endsWith('.store.ts');
const isApi = (path: string) => /\/features\/.*\.api\.tsx?$/.test(path);
/** The rest is read and not run: styles, pictures, JSON, what the build wrote. */
export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
/** A rule is a pure function: it reaches neither disk, network nor database. */
const impure = /^(node:(fs|http|https|child_process|timers|os)|pg$|pg-|kysely$|fastify$|@fastify\/)/;

/** The zone of a file; undefined for files without boundaries, such as scripts and benchmarks. */
function findZone(path: string): string | undefined {
  if (isApi(path) && path.startsWith('server/')) return 'server api';
  const prefixes = Object.entries(zones).flatMap(([zone, { path: own }]) =>
    [own].flat().map((prefix) => ({ zone, prefix })),
  );
  const fitting = prefixes.filter(({ prefix }) => path.startsWith(prefix));
  return fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.zone;
}

/** The zone whose permissions apply: an api file belongs to its feature. */
const findOwnZone = (zone: string) => (zone === 'server api' ? 'server features' : zone);

/** The area of a feature: `server/src/features/site/…` → `site`. */
function findArea(path: string): string | undefined {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** The file that a specifier names, from the root; undefined for packages. */
export function resolveImport(path: string, from: string): string | undefined {
  const [plain = ''] = from.split('?');
  if (plain.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), plain));
  const own = /^@limpid\/(\w+)\/(.+)$/.exec(plain);
  return own ? `${own[1]}/src/${own[2]}.ts` : undefined;
}

/** Lists every import that crosses a boundary with the reason why it may not, one line each. */
export function findViolations(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ from, isType }) => {
      const target = resolveImport(path, from);
      const reason =
        target === undefined ? judgePackage(path, from, isType) : judgeFile(path, target, isType);
      return reason ? [`${path} → ${from}: ${reason}`] : [];
    }),
  );
}

function judgePackage(path: string, from: string, isType: boolean): string | undefined {
  if (isType || isTest(path)) return undefined;
  if (isRule(path) && impure.test(from)) return 'a rule is pure';
  const zone = findZone(path);
  const { packages } = zones[findOwnZone(zone ?? '')] ?? {};
  if (!packages || packages.test(from) || isStore(path)) return undefined;
  return `${zone} does not use this package`;
}

function judgeFile(path: string, target: string, isType: boolean): string | undefined {
  if (isTest(target) && !isTest(path) && findZone(path)) return 'only tests use tests and fixtures';
  if (isRule(path) && !isType && /\.(store|service|feature)\.ts$/.test(target)) return 'a rule is pure';
  const [zone, other] = [findZone(path), findZone(target)];
  if (isTest(path) || zone === undefined || (!isCode(target) && other === undefined)) return undefined;
  // Scripts, benchmarks and browser tests use everything; of what is delivered only the command line uses scripts.
  if (other === undefined) {
    const folder = target.split('/')[0] ?? '';
    return zones[zone]?.mayImport.includes(folder) ? undefined : `${target} belongs to no zone`;
  }
  const [area, otherArea] = [findArea(path), findArea(target)];
  const isSameWorkspace = path.split('/')[0] === target.split('/')[0];
  if (area && otherArea && isSameWorkspace) {
    return area === otherArea || isApi(target)
      ? undefined
      : `${area} uses ${otherArea} only through its *.api.ts`;
  }
  const own = findOwnZone(zone);
  if (own === other || zones[own]?.mayImport.includes(other)) return undefined;
  return `${own} may not import ${other}`;
}

/** Permissions of the table that no import uses, as `zone → other`. */
export function findUnusedPermissions(sources: readonly Source[]): string[] {
  const used = new Set<string>();
  for (const { path, imports } of sources) {
    const zone = findZone(path);
    if (zone === undefined || isTest(path)) continue;
    for (const { from } of imports) {
      const target = resolveImport(path, from);
      if (target !== undefined)
        used.add(`${findOwnZone(zone)} → ${findZone(target) ?? target.split('/')[0]}`);
    }
  }
  return Object.entries(zones)
    .flatMap(([zone, { mayImport }]) => mayImport.map((other) => `${zone} → ${other}`))
    .filter((permission) => !used.has(permission));
}

/** The zones of a cycle in the table, in its order; undefined if there is none. */
export function findZoneCycle(): string[] | undefined {
  return findCycle(new Map(Object.entries(zones).map(([zone, { mayImport }]) => [zone, new Set(mayImport)])));
}

/** The areas of an import cycle, in its order; undefined if there is none. */
export function findAreaCycle(sources: readonly Source[], workspace: 'server' | 'web'): string[] | undefined {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const area = findArea(path);
    if (!area || isTest(path) || !path.startsWith(`${workspace}/`)) continue;
    for (const { from } of imports) {
      const target = resolveImport(path, from);
      const other = target && findArea(target);
      if (other && other !== area) graph.set(area, (graph.get(area) ?? new Set()).add(other));
    }
  }
  return findCycle(graph);
}

function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
