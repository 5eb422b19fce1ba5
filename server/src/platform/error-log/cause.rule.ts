import { createHash } from 'node:crypto';

/** An error that happened once, or several times in a row. */
export interface Occurrence {
  source: 'server' | 'browser';
  kind: string;
  message: string;
  stack: string | undefined;
  userName: string | undefined;
  url: string | undefined;
  requestId: string | undefined;
  version: string | undefined;
  browser: string | undefined;
  count: number;
}

/** The position of a stack frame. */
export interface Position {
  file: string;
  line: number;
  column: number;
}

const frameEnd = /\(?((?:file:\/\/|https?:\/\/|\/|[A-Za-z]:\\|node:)[^\s()]*?):(\d+):(\d+)\)?$/;
const maxFrames = 30;
/** Longer lines are not frames, and every slash in them would start another search. */
const maxLine = 1000;

/** The position in a line of a stack, in the form of Chrome and Node or of Firefox and Safari. */
export function readFrame(line: string): Position | undefined {
  if (line.length > maxLine) return undefined;
  const found = frameEnd.exec(line.trim().replace(/^.*@(?=https?:)/, ''));
  const [, file = '', row, column] = found ?? [];
  return found ? { file, line: Number(row), column: Number(column) } : undefined;
}

/** The lines of a stack from its first frame on; the lines above repeat the message. */
export function listFrames(stack: string): string[] {
  const lines = stack.split('\n');
  return lines.filter((line) => readFrame(line) !== undefined).slice(0, maxFrames);
}

/** The most relevant position: the newest frame in code of this product. */
export function findPosition(positions: readonly (Position | undefined)[]): Position | undefined {
  const found = positions.filter((one) => one !== undefined);
  return found.find(({ file }) => !/node_modules|^node:/.test(file)) ?? found[0];
}

/** The path relative to the repository's root, without protocol and host. */
export function shortenFile(file: string, root: string): string {
  const path = file.replace(/^file:\/\//, '').replace(/^https?:\/\/[^/]+/, '');
  return (path.startsWith(root) ? path.slice(root.length) : path).replace(/^\/+/, '');
}

/** The message without the parts that vary between occurrences. */
export function normaliseMessage(message: string): string {
  return message
    .slice(0, 1000)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#')
    .replace(/(["'`“«])(?:(?!\1).){1,200}?(["'`”»])/g, '$1…$2')
    .replace(/\b(?:0x)?[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .slice(0, 200);
}

/** A text that identifies a cause: the same kind of error with the same message in the same file. */
export function fingerprintCause({ source, kind, message }: Occurrence, file: string): string {
  const parts = [source, kind, normaliseMessage(message), file.replace(/-[\w-]{8}(?=\.js$)/, '')];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
