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
  // Of the same length as in the template, so that positions stay those that a person sees.
  const filled = template.replace(placeholder, (whole) =>
    '0'.repeat(whole.length - 1).padStart(whole.length, '1'),
  );
  try {
    JSON.parse(filled);
    return undefined;
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    return position === undefined ? filled.length : Number(position) + 1;
  }
}

/** A filled URL, to check that a template gives one. */
export function fillSample(template: string): string {
  return fillTemplate(template, sample, 'url');
}
