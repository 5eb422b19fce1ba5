import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errorCodes } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { canDo, fieldEntries, fieldLabel, type Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { languages } from '@limpid/contract/language';
import { beforeAll, expect, it } from 'vitest';

type Tree = { [key: string]: string | Tree };

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFiles = '{contract,cli,server,web}/{src,seeds}/**/*.{ts,tsx}';

function readTexts(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, prefix: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') texts.set(`${prefix}.${key}`, value);
      else walk(value, `${prefix}.${key}`);
    }
  };
  for (const file of globSync(`i18n/${language}/*.json`, { cwd: root })) {
    walk(JSON.parse(readFileSync(`${root}${file}`, 'utf8')), file.replace(/^.*\/|\.json$/g, ''));
  }
  return texts;
}

const texts = { zh: readTexts('zh'), en: readTexts('en'), fr: readTexts('fr') };
const areas = new Set([...texts.zh.keys()].map((key) => key.split('.')[0]));
/** Areas with texts directly below them; in the others `site.changed` or `site.status` is something else. */
const shallow = new Set(
  [...texts.zh.keys()].filter((key) => /^\w+\.\w+$/.test(key)).map((key) => key.split('.')[0]),
);

function isTextKey(key: string): boolean {
  const [area, ...below] = key.split('.');
  return areas.has(area) && (below.length > 1 || shallow.has(area)) && !Object.hasOwn(errorCodes, key);
}

/** Keys as they stand in the sources, and the beginnings of those that are put together while running. */
const literals = new Set<string>();
const prefixes = new Set<string>();
/** Labels that a message about a field uses where they exist. */
const labels = new Set<string>();

function collectFromSource(source: string): void {
  for (const [, key = ''] of source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)) {
    if (isTextKey(key)) literals.add(key);
  }
  for (const [, prefix = ''] of source.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)) {
    if (areas.has(prefix.split('.')[0])) prefixes.add(prefix);
  }
}

function isResource(value: object): value is Resource {
  return 'fields' in value && 'texts' in value && 'key' in value;
}

function isEndpoint(value: object): value is Endpoint {
  return 'method' in value && 'texts' in value;
}

function collectFromContract(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isEndpoint(value)) collectFromEndpoint(value);
  if (isResource(value)) collectFromResource(value);
}

function collectFromEndpoint({ texts: prefix, params, query, body }: Endpoint): void {
  literals.add(`${prefix}.title`);
  const one: { properties?: object } | undefined = body && 'items' in body ? body.items : body;
  for (const part of [params, query, one]) {
    for (const name of Object.keys(part?.properties ?? {})) {
      labels.add(`${prefix}.fields.${name}`).add(`kit.fields.${name}`);
    }
  }
}

function collectFromResource(value: Resource): void {
  collectFromEndpoint(resourceEndpoints(value).list);
  literals.add(`${value.texts}.title`);
  labels.add(`${value.texts}.removeNote`);
  if (canDo(value, 'add')) literals.add(`${value.texts}.add`);
  for (const [name, field] of fieldEntries(value)) {
    const label = fieldLabel(value, name);
    literals.add(label);
    if ('pattern' in field && field.pattern) literals.add(`${label}_pattern`);
    if (field.kind === 'choice') for (const choice of field.values) literals.add(`${label}_${choice}`);
  }
}

beforeAll(async () => {
  for (const file of globSync(sourceFiles, { cwd: root })) {
    if (!file.includes('.test.')) collectFromSource(readFileSync(`${root}${file}`, 'utf8'));
  }
  for (const file of globSync('contract/src/**/*.ts', { cwd: root })) {
    if (file.includes('.test.')) continue;
    const exports: object = await import(pathToFileURL(`${root}${file}`).href);
    for (const value of Object.values(exports)) collectFromContract(value);
  }
  for (const key of Object.keys(errorCodes)) literals.add(`errors.${key}`);
});

it('has every text in three languages', () => {
  for (const language of languages) {
    const missing = [...texts.zh.keys()].filter((key) => !texts[language].has(key));
    const alone = [...texts[language].keys()].filter((key) => !texts.zh.has(key));
    expect({ language, missing, alone }).toEqual({ language, missing: [], alone: [] });
  }
});

it('has a text for every key that the program asks for', () => {
  const isBranch = (key: string) => [...texts.zh.keys()].some((known) => known.startsWith(`${key}.`));
  expect([...literals].filter((key) => !texts.zh.has(key) && !isBranch(key)).sort()).toEqual([]);
  const known = [...texts.zh.keys()];
  expect([...prefixes].filter((prefix) => !known.some((key) => key.startsWith(prefix))).sort()).toEqual([]);
});

it('has no text that nobody asks for', () => {
  const isUsed = (key: string) => literals.has(key) || [...prefixes].some((prefix) => key.startsWith(prefix));
  expect([...texts.zh.keys()].filter((key) => !isUsed(key) && !labels.has(key)).sort()).toEqual([]);
});

it('says the same things with the same parameters', () => {
  const parameters = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of texts.zh) {
    for (const language of ['en', 'fr'] as const) {
      expect({ key, language, names: parameters(texts[language].get(key)) }).toEqual({
        key,
        language,
        names: parameters(text),
      });
    }
  }
});

it('puts narrow no-break spaces before : ; ? ! and inside « » in French', () => {
  const wrong = [...texts.fr].filter(([, text]) =>
    /[ \u00a0][:;?!»]|«[ \u00a0]|[^\s\u202f:/]:(?!\S)|\w[;?!](?:\s|$)/.test(text),
  );
  expect(wrong).toEqual([]);
});
