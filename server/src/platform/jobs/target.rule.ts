/** An argument of a target, by the types of the family's grammar. */
export type TargetArgument =
  | { type: 'string'; value: string }
  | { type: 'boolean'; value: boolean }
  | { type: 'integer' | 'long' | 'double'; value: number };
export type ArgumentType = TargetArgument['type'];

export interface Target {
  name: string;
  method: string;
  args: TargetArgument[];
}

/** Why a text is not a target, by the family's error names. */
export type TargetProblem =
  | 'task.target_rmi'
  | 'task.target_ldap'
  | 'task.target_http'
  | 'task.target_class'
  | 'task.target_syntax';

const callTo = /^([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*(?:\((.*)\))?$/s;

/**
 * Parses `name.method` or `name.method('text', true, 2000L, 316.50D, 100)`. A target names an entry of a closed list
 * and nothing else: no class, no address, no expression.
 */
export function parseTarget(text: string): { target: Target } | { problem: TargetProblem } {
  const address = findAddress(text);
  if (address) return { problem: address };
  const call = callTo.exec(text.trim());
  if (!call) return { problem: /^\s*\w+(\.\w+){2,}/.test(text) ? 'task.target_class' : 'task.target_syntax' };
  const [, name = '', method = '', inside] = call;
  const args = inside === undefined ? [] : parseArguments(inside);
  return args ? { target: { name, method, args } } : { problem: 'task.target_syntax' };
}

/** A target is never used as an address; like the family, addresses are refused even inside quotes. */
function findAddress(text: string): TargetProblem | undefined {
  if (/rmi:/i.test(text)) return 'task.target_rmi';
  if (/ldaps?:/i.test(text)) return 'task.target_ldap';
  return /https?:\/\//i.test(text) ? 'task.target_http' : undefined;
}

const quoted = /^'((?:[^'\\]|\\.)*)'$|^"((?:[^"\\]|\\.)*)"$/s;

function parseArguments(inside: string): TargetArgument[] | undefined {
  if (inside.trim() === '') return [];
  const args = splitArguments(inside).map((text) => parseArgument(text.trim()));
  return args.every((argument) => argument !== undefined) ? args : undefined;
}

/** Splits at commas outside quotes. */
function splitArguments(inside: string): string[] {
  const pieces = [''];
  let quote = '';
  for (let at = 0; at < inside.length; at++) {
    const letter = inside[at] ?? '';
    const isEscape = quote !== '' && letter === '\\';
    if (quote === '' && letter === ',') {
      pieces.push('');
      continue;
    }
    pieces[pieces.length - 1] += isEscape ? letter + (inside[++at] ?? '') : letter;
    if (isEscape) continue;
    if (quote === letter) quote = '';
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter;
  }
  return pieces;
}

function parseArgument(text: string): TargetArgument | undefined {
  const string = quoted.exec(text);
  if (string) return { type: 'string', value: unescape(string[1] ?? string[2] ?? '') };
  if (/^(true|false)$/i.test(text)) return { type: 'boolean', value: text.toLowerCase() === 'true' };
  const number = Number(text.replace(/[LD]$/i, ''));
  if (/^-?\d{1,16}L$/i.test(text) && Number.isSafeInteger(number)) return { type: 'long', value: number };
  if (/^-?\d{1,30}(\.\d{1,30})?D$/i.test(text)) return { type: 'double', value: number };
  if (/^-?\d{1,10}$/.test(text) && isInt32(number)) return { type: 'integer', value: number };
  return undefined;
}

/** From -2147483648 to 2147483647: a bitwise operation changes every other number. */
function isInt32(number: number): boolean {
  return (number | 0) === number;
}

/** A backslash escapes a quote or another backslash; otherwise it is literal. */
function unescape(text: string): string {
  return text.replace(/\\([\\'"])/g, '$1');
}

/** Composes the text of a target from a task and its arguments. */
export function formatTarget({ name, method, args }: Target): string {
  return args.length === 0
    ? `${name}.${method}`
    : `${name}.${method}(${args.map(formatArgument).join(', ')})`;
}

function formatArgument({ type, value }: TargetArgument): string {
  if (type === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (type === 'long') return `${value}L`;
  return type === 'double' ? `${value}D` : String(value);
}
