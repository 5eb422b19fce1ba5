/** How a value is written into a template. */
export type Escape = 'url' | 'json' | 'form';

const escapes: Record<Escape, (value: string) => string> = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
};

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/** Writes values into a template at `{{name}}`; what has no value stays. */
export function fillPlaceholders(
  template: string,
  values: Readonly<Record<string, string>>,
  escape: Escape,
): string {
  return template.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? escapes[escape](values[name] ?? '') : whole,
  );
}

/** The position, counted from 1, of the first unknown placeholder or brace without its counterpart. */
export function findBadPlaceholder(template: string, names: readonly string[]): number | undefined {
  for (const { 1: name = '', index } of template.matchAll(placeholder))
    if (!names.includes(name)) return index + 1;
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

/** The position of a placeholder that would decide which server gets the message. */
export function findPlaceholderInHost(url: string): number | undefined {
  const server = /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  const index = server.indexOf('{{');
  return index < 0 ? undefined : index + 1;
}

interface BodyRules {
  names: readonly string[];
  /** Placeholders of numbers: only these are JSON without quotes around them. */
  numbers: readonly string[];
  escape: Escape;
}

/** The position of what is wrong with the template of a body; undefined if it can be used. */
export function findBodyProblem(template: string, { names, numbers, escape }: BodyRules): number | undefined {
  const broken = findBadPlaceholder(template, names);
  if (broken !== undefined || escape !== 'json' || template.trim() === '') return broken;
  // Of the same length as in the template, so that positions stay those that a person sees.
  const filled = template.replace(placeholder, (whole, name: string) =>
    (numbers.includes(name) ? '1' : 'x').repeat(whole.length),
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
