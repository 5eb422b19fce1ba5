export { type ForwardEntry, recordForwards } from './forward-log.store.ts';
