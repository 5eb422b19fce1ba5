import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@limpid/contract/language';
import type { ReportDocument, ReportTable } from '@limpid/contract/report/document';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { describeWith } from '../../../../testing/describe-with.ts';
import { measureChildren } from '../../../../testing/measure-children.ts';
import { readPdf } from '../../../../testing/read-pdf.ts';
import { makeMonth, makeText } from '../month.fixture.ts';
import { renderPdf } from './render-pdf.ts';

const created = new Date('2026-04-02T07:00:00Z');
const hostileTexts = new URL('../../../../../../../shared/data/security/blns.json', import.meta.url);
const fonts = ['NotoSansSC-Bold', 'NotoSansSC-Regular'];

const render = async (document: ReportDocument) => readPdf((await renderPdf(document, { created })).bytes);

const phrases: Record<Language, string[]> = {
  zh: [
    '空气质量监测月报',
    '虹桥工业园东门站',
    'PM2.5',
    'O3',
    '≥ 3 m',
    '12.5 ℃',
    '2026年3月31日',
    'L’Haÿ',
    '−10.0',
  ],
  en: [
    'Monthly air-quality report',
    '(王建国)',
    '31 Mar 2026',
    'µg/m³',
    'Only in the workbook: Hourly',
    '55.3',
  ],
  fr: [
    'Rapport mensuel de qualité de l’air',
    '31 mars 2026',
    '28,4',
    '« en moyenne »',
    'du 1er au 31',
    '−10,0',
  ],
};

describeWith('pdftotext', 'a report as PDF', () => {
  it.each(['zh', 'en', 'fr'] as const)('has its texts, tags, properties and fonts (%s)', async (language) => {
    const document = makeMonth(language);
    const { bytes, pages } = await renderPdf(document, { created, author: '虹桥' });
    const pdf = await readPdf(bytes);
    for (const phrase of phrases[language]) expect(pdf.text).toContain(phrase);
    expect(pdf.fonts).toEqual(fonts);
    expect(Object.fromEntries(pdf.info)).toMatchObject({
      Title: `${document.title} – ${document.subtitle}`,
      Author: '虹桥',
      Tagged: 'yes',
      Pages: String(pages),
      CreationDate: expect.stringContaining('Apr  2 07:00:00 2026'),
      'Page size': expect.stringContaining('(A4)'),
    });
    expect(Buffer.from(bytes).toString('latin1')).toContain(
      `/Lang (${language === 'zh' ? 'zh-CN' : language})`,
    );
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(pdf.pages.map((page) => page.trimEnd().split('\n').at(-1)?.trim())).toEqual(
      pdf.pages.map((_, i) => expect.stringMatching(`^${i + 1} ?/ ?${pages}$`)),
    );
  });

  it('has heads of tables and alternative texts of charts for screen readers', async () => {
    const { bytes } = await renderPdf(makeMonth('en'), { created });
    const { structure } = await readPdf(bytes);
    expect(structure.match(/\bTable \(block\)/g)).toHaveLength(3);
    expect(structure).toMatch(/THead\s+TR\s+TH/);
    expect(structure.match(/\bFigure\b/g)).toHaveLength(8);
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Alt /g),
    ).toHaveLength(8);
  });

  it('repeats the head of a table on each page, below the title of the report', async () => {
    const table = makeLong(150);
    const { pages } = await render(withTables([table]));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Concentration');
    for (const page of pages.slice(1)) expect(page).toContain('Monthly air-quality report');
  });

  it('prints every text as it is', async () => {
    const texts = [
      '#import "x": *',
      '$ x^2 $ *bold* _it_ `raw` <label> @ref',
      '\\ ] [ } { // -- ~ /* */',
      '=HYPERLINK("http://a.example")',
      '#read("/etc/passwd")',
      'x'.repeat(300),
    ];
    const { text } = await render(withTexts(texts));
    for (const one of texts.slice(0, -1)) expect(text).toContain(one);
    expect(text.replaceAll(/[\s\u200b]/g, '')).toContain('x'.repeat(300));
  });

  it.skipIf(!existsSync(hostileTexts))('survives naughty texts with its own fonts only', async () => {
    const texts: string[] = JSON.parse(readFileSync(hostileTexts, 'utf8'));
    const pdf = await render(withTexts(texts));
    expect(pdf.fonts).toEqual(fonts);
    expect(pdf.text).toContain('<script>alert(123)</script>');
  });

  it('shows a logo, and leaves out a broken one', async () => {
    const logo = await sharp({ create: { width: 200, height: 60, channels: 4, background: '#1f4e79' } })
      .png()
      .toBuffer();
    const plain = await renderPdf(makeMonth('en'), { created });
    const good = await renderPdf(makeMonth('en'), { created, logo });
    const broken = await renderPdf(makeMonth('en'), { created, logo: logo.subarray(0, 60) });
    expect([plain.hasLogo, good.hasLogo, broken.hasLogo]).toEqual([false, true, false]);
    expect(Buffer.from(broken.bytes).equals(plain.bytes)).toBe(true);
    expect((await readPdf(good.bytes)).structure.match(/\bFigure\b/g)).toHaveLength(9);
  });

  it('is a cover if there are no sections', async () => {
    const { pages, text } = await render({ ...makeMonth('en'), sections: [] });
    expect(pages).toHaveLength(1);
    expect(text).toContain('Monthly air-quality report');
  });

  it('prints a thousand rows within 350 MB, and says where the rest is', async () => {
    let text = '';
    const { megabytes } = await measureChildren(async () => {
      const { bytes } = await renderPdf(withTables([makeLong(2000), makeLong(1000)]), { created });
      ({ text } = await readPdf(bytes));
    });
    expect(text).toContain('Site 1000');
    expect(text).toMatch(/Further rows in the workbook: \d{3}\./);
    expect(text).toContain('Further rows in the workbook: 990.');
    expect(megabytes).toBeLessThan(350);
  });
});

describe('making a PDF', () => {
  it('gives the same bytes for the same report', async () => {
    const [one, two, later] = await Promise.all([
      renderPdf(makeMonth('fr'), { created }),
      renderPdf(makeMonth('fr'), { created }),
      renderPdf(makeMonth('fr'), { created: new Date(0) }),
    ]);
    expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
    expect(Buffer.from(one.bytes).equals(later.bytes)).toBe(false);
  });

  it('ends with an error if it takes too long, and then works again', async () => {
    await expect(renderPdf(makeMonth('en'), { created }, 0.05)).rejects.toMatchObject({
      key: 'report.pdf_slow',
      params: { seconds: 0.05 },
    });
    expect((await renderPdf(makeMonth('en'), { created })).pages).toBeGreaterThan(1);
  });
});

function withTables(tables: ReportTable[]): ReportDocument {
  const month = makeMonth('en');
  const section = { ...makeText('Section', []), tables };
  return { ...month, coverText: null, facts: [], sections: [section] };
}

/** The texts in every place of a document that shows texts. */
function withTexts(texts: string[]): ReportDocument {
  const month = makeMonth('en');
  const [first = makeLong(0)] = month.sections.flatMap(({ tables }) => tables);
  const table = {
    ...first,
    rows: texts.map((text) => first.columns.map((_, i) => (i === 0 ? text : null))),
    marks: texts.map((mark, row) => ({ row, column: 0, mark })),
    notes: texts,
  };
  const [chart] = month.sections.flatMap(({ charts }) => charts);
  return {
    ...month,
    title: texts.slice(0, 9).join(' '),
    coverText: texts.join('\n'),
    warnings: texts,
    facts: texts.map((text) => ({ label: text, value: text })),
    sections: [
      {
        ...makeText(texts[0] ?? '', texts),
        figures: texts.map((text) => ({ label: text, value: text, unit: text, note: text })),
        charts: chart
          ? [{ ...chart, title: texts.slice(0, 9).join(' '), alt: texts.join(' '), categories: texts }]
          : [],
        tables: [table],
      },
    ],
  };
}

/** A table of three columns. */
function makeLong(rows: number): ReportTable {
  return {
    key: 'long',
    title: 'Sites',
    columns: [
      { title: 'Site', unit: null, kind: 'text', decimals: 0, width: 3 },
      ...Array.from({ length: 5 }, () => ({
        title: 'Concentration',
        unit: 'µg/m³',
        kind: 'number' as const,
        decimals: 1,
        width: 1,
      })),
    ],
    rows: Array.from({ length: rows }, (_, i) => [
      `Site ${i + 1}`,
      ...Array.from({ length: 5 }, () => i / 2),
    ]),
    marks: [],
    notes: [],
    detail: false,
  };
}
