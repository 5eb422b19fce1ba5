import { parseJson } from './json.ts';

/** Items of devices have an ending: `FtpPW-Info`. */
const secretName =
  /pass(word|wd|code)?|pwd|pw(-info|-sn)?$|secret|token|credential|authorization|private|api_?key|access_?key|jsapi|amap(_|key|code)|sm4|robot_?url|smtp_?url|body_?template|header_?value/i;
/** In the query of an address or in a header. */
const secretPart = /([?&][\w-]*(?:pass|pwd|token|secret|key)[\w-]*=|Bearer\s+)[^&#\s)]+/gi;
/** Contacts, which only users with the permission to list users may see, not every reader of a log. */
const contactName = /^(phone(number)?|mobile|e?mail)$/i;
const urlName = /^(past)?url$/i;
const hidden = '***';
const maxDepth = 20;

/**
 * Removes secrets and contacts from a value, at any depth. Text that is JSON is parsed too, and the value of a
 * name/value pair counts as named by its name (`{ configKey: 'mail.password', configValue: … }`).
 */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return hidden;
  if (typeof value === 'string') return redactText(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const namesSecret =
    holdsSecret(value) ||
    entries.some(
      ([key, item]) =>
        /(key|name|code)$/i.test(key) &&
        typeof item === 'string' &&
        (secretName.test(item) || /(^|[._-])key$/i.test(item)),
    );
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const secret =
        (secretName.test(key) && key !== 'isSecret') ||
        contactName.test(key) ||
        (namesSecret && /value$/i.test(key));
      if (secret) return [key, hidden];
      if (key === 'headers' && Array.isArray(item)) return [key, item.map(hideHeader)];
      return [key, urlName.test(key) && typeof item === 'string' ? maskUrl(item) : redact(item, depth + 1)];
    }),
  );
}

/** Any header may carry a key, whatever its name. */
function hideHeader(header: unknown): unknown {
  return typeof header === 'object' && header !== null && 'value' in header
    ? { ...header, value: hidden }
    : hidden;
}

/** The server of a web address: path, query and user may contain a token. */
export function maskUrl(address: string): string {
  const url = URL.parse(address);
  // Not an address yet, or one without a server: what follows a question mark may still be a token.
  if (!url || url.host === '') return address.replace(/\?.*$/s, '?…');
  const server = `${url.protocol}//${url.host}/`;
  return url.href === server ? address : `${server}…`;
}

/** A parameter that is marked as secret, or a change of a parameter without that mark in the request. */
function holdsSecret(value: object): boolean {
  const mark = 'isSecret' in value ? value.isSecret : undefined;
  return mark === 'Y' || (mark !== 'N' && 'configId' in value);
}

function redactText(text: string, depth: number): string {
  const parsed = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined;
  return parsed === undefined ? redactPlainText(text) : JSON.stringify(redact(parsed, depth + 1));
}

function redactPlainText(text: string): string {
  return text.replace(/:\/\/[^/\s@]*@/g, `://${hidden}@`).replace(secretPart, `$1${hidden}`);
}
