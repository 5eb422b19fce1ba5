/** Fog cannons for rules that switch them, and for the demonstration. */
export { cannonStateChanged, cannonsEdited } from './cannon-changed.ts';
export type { Orderer } from './execution/order.ts';
export { orderCannon } from './execution/order-cannon.ts';
