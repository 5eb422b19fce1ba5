/** The right that a command needs. */
export const orderActions = ['read', 'write', 'operate'] as const;
export type OrderAction = (typeof orderActions)[number];

/** Types of commands by the right that they need. The other ones are sent by devices. */
export const actionTypes: Readonly<Record<OrderAction, readonly string[]>> = {
  read: ['0', '4', '7'],
  write: ['1', '5'],
  operate: ['2'],
};

/** The right that a command of this type needs; undefined for a type that cannot be ordered. */
export function findAction(commandType: string): OrderAction | undefined {
  return orderActions.find((action) => actionTypes[action].includes(commandType));
}

export function rightToOrder(action: OrderAction): string {
  return `device:equipment:${action}`;
}
