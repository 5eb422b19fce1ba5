import type { Field } from '@limpid/contract/kit/field';
import type { Dayjs } from 'dayjs';
import { wireDay } from '../../lib/dates.ts';
import type { NamedField } from '../fields/resource-fields.ts';
import type { Filter } from '../list-query.ts';

const gap = 16;
const actionsWidth = 300;

/** The minimum width of a search field; it grows to fill the line. */
export function fieldWidth(field: Field): number {
  return field.search === 'range' ? 260 : 180;
}

/** How many of the fields fit into two lines of this width, the buttons included. */
export function countFitting(fields: NamedField[], width: number): number {
  let line = 1;
  let used = 0;
  for (const [index, { field }] of fields.entries()) {
    const needed = fieldWidth(field);
    if (used > 0 && used + gap + needed > width) {
      line += 1;
      used = 0;
    }
    used += (used > 0 ? gap : 0) + needed;
    const isLast = index === fields.length - 1;
    // The buttons need room on the second line, unless they fit after the last field of the first.
    if (line > 2 || (line === 2 && used + gap + actionsWidth > width)) return Math.max(index, 1);
    if (isLast) return fields.length;
  }
  return fields.length;
}

function isRange(value: unknown): value is [Dayjs | null, Dayjs | null] {
  return Array.isArray(value) && value.length === 2;
}

/** Converts form values to a query: without empty fields, and with the days in `params`. */
export function readFilter(fields: NamedField[], values: Record<string, unknown>): Filter {
  const filter: Filter = {};
  for (const { name, field } of fields) {
    const value = values[name];
    if (field.search === 'range') {
      if (!isRange(value)) continue;
      const [begin, end] = value.map((day) => day?.format(wireDay));
      if (begin || end) filter.params = { ...(begin && { beginTime: begin }), ...(end && { endTime: end }) };
    } else if (value !== undefined && value !== null && value !== '') {
      filter[name] = value;
    }
  }
  return filter;
}
