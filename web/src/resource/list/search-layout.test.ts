import { createTime, dict, text } from '@limpid/contract/kit/field';
import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import type { NamedField } from '../fields/resource-fields.ts';
import { countFitting, readFilter } from './search-layout.ts';

const fields: NamedField[] = [
  { name: 'code', label: 'code', field: text({ max: 64, search: 'like' }) },
  { name: 'name', label: 'name', field: text({ max: 64, search: 'like' }) },
  { name: 'status', label: 'status', field: dict('sys_normal_disable', { search: 'exact' }) },
  { name: 'createTime', label: 'createTime', field: createTime() },
];

describe('the search of a list', () => {
  it('shows all fields if they and the buttons fit into two lines', () => {
    expect(countFitting(fields, 1100)).toBe(4);
    expect(countFitting(fields, 720)).toBe(4);
  });

  it('hides fields that would need a third line behind "more"', () => {
    expect(countFitting(fields, 560)).toBe(3);
    expect(countFitting([...fields, ...fields, ...fields], 1100)).toBe(8);
  });

  it('shows at least one field on the narrowest screen', () => {
    expect(countFitting(fields, 200)).toBe(1);
  });

  it('sends days as params and omits empty fields', () => {
    const days = [dayjs('2026-11-01'), dayjs('2026-11-30')];
    expect(readFilter(fields, { code: 'a', name: '', status: undefined, createTime: days })).toEqual({
      code: 'a',
      params: { beginTime: '2026-11-01', endTime: '2026-11-30' },
    });
    expect(readFilter(fields, { createTime: null })).toEqual({});
  });
});
