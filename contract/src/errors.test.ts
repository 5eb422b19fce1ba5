import { describe, expect, it } from 'vitest';
import { AppError, errorCodes, fail } from './errors.ts';

describe('an error', () => {
  it('has a code that RuoYi clients know, or one of HTTP', () => {
    const known = new Set([401, 403, 404, 413, 415, 429, 500, 503, 601]);
    for (const [key, code] of Object.entries(errorCodes)) expect([key, known.has(code)]).toEqual([key, true]);
  });

  it('carries its key, its parameters and the field it belongs to', () => {
    const attempt = () => fail('field.max', { label: 'a', limit: 5 }, 'postName');
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(
      expect.objectContaining({ key: 'field.max', params: { label: 'a', limit: 5 }, field: 'postName' }),
    );
    expect(() => fail('row.gone')).toThrow(expect.objectContaining({ params: {}, field: undefined }));
  });
});
