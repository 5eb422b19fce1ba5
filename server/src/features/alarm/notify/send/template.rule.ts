/** What an SMS gateway's template can contain, as `{{name}}`. */
const placeholders = ['phone', 'text', 'secret', 'id', 'count', 'site', 'severity'] as const;
type Placeholder = (typeof placeholders)[number];
export type TemplateValues = Readonly<Record<Placeholder, string>>;

/** How a value is written into a template. */
export type Escape = 'url' | 'json' | 'form';

const escapes: Record<Escape, (value: string) => string> = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
};

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

export function fillTemplate(template: string, values: TemplateValues, escape: Escape): string {
  return template.replace(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? escapes[escape](values[name]) : whole,
  );
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((one) => one === name);
}

/** The position, counted from 1, of the first unknown placeholder or brace without its counterpart. */
export function findBrokenPlaceholder(template: string): number | undefined {
  for (const { 1: name = '', index } of template.matchAll(placeholder))
    if (!isPlaceholder(name)) return index + 1;
  const rest = template.replace(placeholder, (whole) => ' '.repeat(whole.length));
  const broken = /\{\{|\}\}/.exec(maskJson(rest));
  return broken ? broken.index + 1 : undefined;
}

/** The position of a placeholder that would decide which server gets the message. */
export function findPlaceholderInHost(url: string): number | undefined {
  const server = /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  const index = server.indexOf('{{');
  return index < 0 ? undefined : index + 1;
}

/** Objects within objects end in `}}` without being placeholders. */
function maskJson(template: string): string {
  let depth = 0;
  let masked = '';
  for (const letter of template) {
    const isClosing = letter === '}' && depth > 0;
    if (letter === '{') depth++;
    if (isClosing) depth--;
    masked += isClosing ? ' ' : letter;
  }
  return masked;
}

const sample: TemplateValues = {
  phone: '13800000000',
  text: 'text',
  secret: 'secret',
  id: 'id',
  count: '1',
  site: 'site',
  severity: 'severity',
};

/** The position of what is wrong with the template of a body; undefined if it can be used. */
export function findTemplateProblem(template: string, escape: Escape): number | undefined {
  const broken = findBrokenPlaceholder(template);
  if (broken !== undefined || escape !== 'json' || template.trim() === '') return broken;
  // Of the same length as in the template, so that positions stay those that a person sees. Only the count is JSON
  // without quotes around it: a phone number may begin with +, and there may be several.
  const filled = template.replace(placeholder, (whole, name: string) =>
    (name === 'count' ? '1' : 'x').repeat(whole.length),
  );
  if (findJsonFault(filled) === undefined) return undefined;
  // Not every message of the parser has a position, so it is found as the end of the shortest part with a fault.
  const ends = Array.from(filled, (_, index) => index + 1);
  return ends.find((end) => findJsonFault(filled.slice(0, end)) === 'inside') ?? filled.length + 1;
}

/** Whether a text is not JSON, or may become so if it goes on. */
function findJsonFault(text: string): 'inside' | 'end' | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? -1);
    return position >= text.length || /end of JSON|Unterminated/.test(String(error)) ? 'end' : 'inside';
  }
}

/** A filled URL, to check that a template gives one. */
export function fillSample(template: string): string {
  return fillTemplate(template, sample, 'url');
}
