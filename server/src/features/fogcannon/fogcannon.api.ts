/** Fog cannons for other areas: what switches them, and what moves their controllers. */
export { cannonsEdited, linkagesEdited } from './cannon-changed.ts';
export { orderCannon } from './execution/order-cannon.ts';
