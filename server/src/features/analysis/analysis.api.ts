/** Analysis for other areas. */
export { summariseCompleteness } from './completeness-entity.ts';
