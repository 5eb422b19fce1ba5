import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** One word for one thing: what may not be said, by language, with what is said instead. */
const forbidden: Record<string, [word: RegExp, instead: string, except?: RegExp][]> = {
  en: [
    [/role away|taken away/i, 'Remove from role'],
    [/is not right/i, 'Invalid …'],
    [/\bis called\b/i, 'No results'],
    [/\btold\b/i, 'shown'],
    [/what came of it/i, 'See the task log.'],
    [/holds more|more than you\b/i, 'has permissions you do not hold'],
    [/beyond your data scope|within your reach|out of your reach/i, 'outside your data scope'],
    [/\banew\b/i, 'rebuild, reload, start over'],
    [/filter by group/i, 'Filter by department'],
    [/(last|first) heard/i, 'Last packet'],
    [/(smallest|largest) value/i, 'Minimum, Maximum'],
    [/\bcoding\b/i, 'code'],
    [/time ahead/i, 'Clock ahead'],
    [/whatever the (filters|list)/i, 'regardless of filters'],
    [/no such channel/i, 'This device type has no channel for this code'],
    [/heavy pollution/i, 'Severe pollution'],
  ],
  fr: [
    [/\bcana(l|ux)\b/i, 'paramètre'],
    [/\bAQI\b/, 'IQA'],
    [/\bsurnoms?\b/i, 'nom affiché'],
    [/(?<!sans )\bavis\b/i, 'annonce'],
    [/moniteur/i, 'stations connectées'],
    [/données visibles/i, 'périmètre de données'],
    [/\bpermission/i, 'droit'],
    // The slope over years is a « tendance »; a chart over time is not.
    [/\btendances?\b/i, 'évolution', /^analysis\.trend\.|\.pollutionTrend$/],
    [/\brelevés?\b/i, 'mesure'],
    [/dernier (envoi|contact|échange)|dernière communication/i, 'dernier paquet'],
    [/pollution (lourde|sévère|sérieuse)/i, 'pollution forte, pollution grave'],
  ],
};

const root = fileURLToPath(new URL('.', import.meta.url));

function listTexts(tree: object, prefix: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : listTexts(value, `${prefix}.${key}`),
  );
}

it.each(Object.keys(forbidden))('says each thing with one word (%s)', (language) => {
  const found = globSync(`${language}/*.json`, { cwd: root }).flatMap((file) => {
    const area = file.replace(/^.*[/\\]|\.json$/g, '');
    const tree: object = JSON.parse(readFileSync(`${root}${file}`, 'utf8'));
    return listTexts(tree, area).flatMap(([key, text]) =>
      (forbidden[language] ?? [])
        .filter(([word, , except]) => word.test(text.replaceAll(/\{\{\w+\}\}/g, '')) && !except?.test(key))
        .map(([, instead]) => `${key}: “${text}” → ${instead}`),
    );
  });
  expect(found).toEqual([]);
});

it.each([
  ['en', 'Severe pollution', 'Serious pollution'],
  ['fr', 'Pollution forte', 'Pollution grave'],
  ['zh', '重度污染', '严重污染'],
])('names levels 5 and 6 of HJ 633 the same everywhere (%s)', (language, fifth, sixth) => {
  const read = (area: string) => JSON.parse(readFileSync(`${root}${language}/${area}.json`, 'utf8'));
  const { severe, serious } = read('map').levels.china;
  const { level_5: five, level_6: six } = read('analysis').nationalControl.fields;
  expect([severe, serious, five, six]).toEqual([fifth, sixth, fifth, sixth]);
});

it.each(['zh', 'en', 'fr'])('has one word for a site whose data is late (%s)', (language) => {
  const { realtime } = JSON.parse(readFileSync(`${root}${language}/data.json`, 'utf8'));
  expect(realtime.states.stale).toBe(realtime.only.late);
});
