/** What an index or a channel rests on, for other areas. */
export { listFlaggableSlots } from './flags/measured-slots.rule.ts';
