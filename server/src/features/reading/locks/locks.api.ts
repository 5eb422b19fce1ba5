/** Months that do not change any more: for all that write readings, K and B or roll-ups, and for who locks them. */
export { listWaitingPackets, removeKeptPackets, type WaitingPacket } from './kept-packet.store.ts';
export { findLockAt, isDayLocked, leaveOutLocked, type SiteLocks } from './month-lock.rule.ts';
export {
  beginWriting,
  clipToUnlocked,
  excludeWriters,
  excludeWritersOfLocked,
  findLockEnd,
  joinWriters,
  listLockedEntities,
  readLocks,
  refuseLockedCoefficients,
  refuseLockedPeriods,
  refuseLockedRemoval,
} from './month-lock.store.ts';
