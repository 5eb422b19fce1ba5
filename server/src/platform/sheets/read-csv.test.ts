import { describe, expect, it } from 'vitest';
import { readTable } from './read-sheet.ts';
import { findEncoding } from './text-encoding.ts';

const read = async (content: string | Buffer) => {
  const { header, rows } = await readTable(Buffer.from(content));
  return [header, ...rows.map(({ cells }) => cells)];
};

describe('a text file with separators', () => {
  it.each([
    ['commas', 'a,b\n1,x\n', ['1', 'x']],
    ['semicolons and decimal commas', 'a;b\r\n1,5;-2,25\r\n', ['1.5', '-2.25']],
    ['tabs', 'a\tb\r1\t2', ['1', '2']],
    ['quotes', 'a,b\n"1,5","say ""hi""\nthere"', ['1,5', 'say "hi"\nthere']],
    ['quotes after a blank', 'a, b\n"1,5" , "say ""hi"", you"', ['1,5', 'say "hi", you']],
    ['an empty cell at the end', 'a;b;c\n1;;', ['1']],
  ])('is read by its %s', async (_, content, row) => {
    const [header, first] = await read(content);
    expect(header?.slice(0, 2)).toEqual(['a', 'b']);
    expect(first).toEqual(row);
  });

  it.each([
    ['UTF-8', Buffer.from('时间,站点\n1,东门')],
    ['UTF-8 with a mark', Buffer.from('\ufeff时间,站点\n1,东门')],
    ['GB 18030', Buffer.concat([Buffer.from('cab1bce42cd5beb5e30a312cb6abc3c5', 'hex')])],
    ['UTF-16', Buffer.from('\ufeff时间\t站点\n1\t东门', 'utf16le')],
  ])('is read in %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual([
      ['时间', '站点'],
      ['1', '东门'],
    ]);
  });

  it.each([
    // 时间,CO(mg/m³): the last character takes four bytes, 81 30 85 36 (U+00B3).
    ['GB 18030 with rare characters', 'cab1bce42c434f286d672f6d8130853629', '时间,CO(mg/m³)'],
    ['GB 18030 with a rare character behind a frequent one', 'cab18130853635', '时³5'],
    ['Latin-1 with digits behind its letters', '4d61782028b0432920b3312035', 'Max (°C) ³1 5'],
  ])('is recognised as %s', (_, hex, text) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(new TextDecoder(findEncoding(bytes)).decode(bytes)).toBe(text);
  });

  it('has line numbers as in a spreadsheet program', async () => {
    const { rows } = await readTable(Buffer.from('a,b\n\n1,2\n"x\ny",3\n4,5'));
    expect(rows.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it('is distinguished from other files', async () => {
    for (const content of ['<html><table></table></html>', '89504e470d0a1a0a0000', '%PDF-1.7']) {
      const bytes = content.startsWith('8') ? Buffer.from(content, 'hex') : Buffer.from(content);
      await expect(readTable(bytes)).rejects.toMatchObject({ key: 'sheet.not_a_table' });
    }
    await expect(readTable(Buffer.alloc(0))).rejects.toMatchObject({ key: 'sheet.empty' });
  });

  it('is parsed in a separate process if it is long, with the same result', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `${n},"x ${n}"`);
    const { rows } = await readTable(Buffer.from(['a,b', ...lines].join('\n')));
    expect([rows.length, rows.at(-1)]).toEqual([30_000, { line: 30_001, cells: ['29999', 'x 29999'] }]);
    const page = Buffer.from(`<x>${' '.repeat(300_000)}`);
    await expect(readTable(page)).rejects.toMatchObject({ key: 'sheet.not_a_table' });
  });
});
