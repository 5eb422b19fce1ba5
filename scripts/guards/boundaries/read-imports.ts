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

/**
 * Lists every module that a source file names: static, dynamic, in types, by `import.meta.glob` and by
 * `new URL(…, import.meta.url)`. Where a name is computed, `*` stands for the computed part.
 */
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
    found.push(...listOwnImports(value));
    for (const child of Object.values(value)) visit(child, found);
  }
}

/** The modules that one node of the syntax tree names, without those of its children. */
function listOwnImports(node: Node): Import[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return listSpecifiers(node['source'], (node['importKind'] ?? node['exportKind']) === 'type');
    case 'ImportExpression':
    case 'TSImportType':
      return listSpecifiers(node['source'], node.type === 'TSImportType');
    case 'NewExpression':
      return isName(node['callee'], 'URL')
        ? listSpecifiers(firstOf(node['arguments'])).filter(({ from }) => from.startsWith('.'))
        : [];
    case 'CallExpression':
      return isModuleMock(node['callee']) || isGlob(node['callee'])
        ? listSpecifiers(firstOf(node['arguments']))
        : [];
    default:
      return [];
  }
}

function listSpecifiers(source: unknown, isType = false): Import[] {
  if (!isNode(source)) return [];
  if (source.type === 'ArrayExpression' && Array.isArray(source['elements'])) {
    return source['elements'].flatMap((element) => listSpecifiers(element, isType));
  }
  const from = readText(source);
  // A pattern that begins with an exclamation mark only excludes files.
  return from === undefined || from.startsWith('!') ? [] : [{ from, isType }];
}

/** The text of a literal; in a template, `*` replaces each expression. */
function readText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('*');
}

/** `import.meta.glob('…')`. */
function isGlob(callee: unknown): boolean {
  return (
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isNode(callee['object']) &&
    callee['object'].type === 'MetaProperty' &&
    isName(callee['property'], 'glob')
  );
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
