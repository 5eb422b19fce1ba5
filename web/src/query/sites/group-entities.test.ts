import { expect, it } from 'vitest';
import { groupEntities } from './group-entities.ts';

const make = (entityId: number, entityGroup: string | null) => ({
  entityId,
  entityName: `entity ${entityId}`,
  entityNameEn: null,
  entityNameFr: null,
  entityGroup,
  siteCount: entityId,
});

it('puts entities below their groups and keeps the order', () => {
  const entities = [make(1, 'north'), make(2, null), make(3, 'north'), make(4, ' ')];
  const nodes = groupEntities(entities, ({ entityName }) => entityName);
  expect(nodes.map(({ value }) => value)).toEqual(['group:north', '2', '4']);
  expect(nodes[0]?.children?.map(({ title }) => title)).toEqual(['entity 1', 'entity 3']);
  expect(nodes.map(({ selectable }) => selectable)).toEqual([false, true, true]);
});

it('never mistakes the name of a group for the id of an entity', () => {
  const values = groupEntities([make(1, '2'), make(2, null)], () => '').map(({ value }) => value);
  expect(new Set(values).size).toBe(2);
});
