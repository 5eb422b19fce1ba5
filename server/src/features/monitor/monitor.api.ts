export { disconnectRequested } from './disconnect-requested.ts';
export { type ForwardEntry, recordForwards } from './forward-log.store.ts';
