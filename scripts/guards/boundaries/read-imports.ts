import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /** The specifier as written. */
  from: string;
  /** Erased at run time: `import type`, `import('…').Name` in a type. */
  isType: boolean;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Lists every module that a source file names: static, dynamic, in types, and by `new URL(…, import.meta.url)`. */
export function readImports(root: string, file: string): Import[] {
  return parseImports(file, readFileSync(join(root, file), 'utf8'));
}

export function parseImports(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Import[] = [];
  visit(program, found);
  return found;
}

function visit(value: unknown, found: Import[]): void {
  if (Array.isArray(value)) for (const item of value) visit(item, found);
  else if (isNode(value)) {
    const one = toImport(value);
    if (one) found.push(one);
    for (const child of Object.values(value)) visit(child, found);
  }
}

function toImport(node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return toSpecifier(node['source'], (node['importKind'] ?? node['exportKind']) === 'type');
    case 'ImportExpression':
    case 'TSImportType':
      return toSpecifier(node['source'], node.type === 'TSImportType');
    case 'NewExpression':
      return isName(node['callee'], 'URL') ? toSpecifier(firstOf(node['arguments']), false, true) : undefined;
    case 'CallExpression':
      return isModuleMock(node['callee']) ? toSpecifier(firstOf(node['arguments']), false) : undefined;
    default:
      return undefined;
  }
}

function toSpecifier(source: unknown, isType: boolean, isRelativeOnly = false): Import | undefined {
  if (!isNode(source) || source.type !== 'Literal' || typeof source['value'] !== 'string') return undefined;
  const from = source['value'];
  return isRelativeOnly && !from.startsWith('.') ? undefined : { from, isType };
}

/** `vi.mock('…')`, `vi.importActual('…')`. */
function isModuleMock(callee: unknown): boolean {
  return (
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isName(callee['object'], 'vi') &&
    ['mock', 'doMock', 'importActual'].some((name) => isName(callee['property'], name))
  );
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

function isName(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value['name'] === name;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
