import {
  type Escape,
  fillPlaceholders,
  findBadPlaceholder,
  findBodyProblem,
} from '../../../../platform/placeholders.rule.ts';

/** What an SMS gateway's template can contain, as `{{name}}`. */
const placeholders = ['phone', 'text', 'secret', 'id', 'count', 'site', 'severity'] as const;
export type TemplateValues = Readonly<Record<(typeof placeholders)[number], string>>;

/** A phone number may begin with +, and there may be several. */
const numbers: readonly string[] = ['count'];

export function fillTemplate(template: string, values: TemplateValues, escape: Escape): string {
  return fillPlaceholders(template, values, escape);
}

export function findBrokenPlaceholder(template: string): number | undefined {
  return findBadPlaceholder(template, placeholders);
}

export function findTemplateProblem(template: string, escape: Escape): number | undefined {
  return findBodyProblem(template, { names: placeholders, numbers, escape });
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

/** A filled URL, to check that a template gives one. */
export function fillSample(template: string): string {
  return fillTemplate(template, sample, 'url');
}
