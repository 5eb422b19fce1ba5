import { expect, it } from 'vitest';
import { findZone } from './find-zone.ts';

const entities = [
  { id: 1, name: 'Lyon', zone: 'Europe/Paris' },
  { id: 2, name: 'Beijing', zone: 'Asia/Shanghai' },
];
const of = (...ids: number[]) => ids.map((entityId) => ({ site: { entityId } }));

it('has the zone of the entity of most sites', () => {
  expect(findZone(of(2, 1, 1), entities)).toBe('Europe/Paris');
  expect(findZone(of(2, 1, 2), entities)).toBe('Asia/Shanghai');
  expect(findZone(of(), entities)).toBeUndefined();
});
