/** QnRtn: what the device says to a request before it acts. */
export const requestResults: Record<number, string> = {
  1: 'will be executed',
  2: 'refused',
  3: 'wrong password',
  4: 'wrong MN',
  5: 'wrong ST',
  6: 'wrong Flag',
  7: 'wrong QN',
  8: 'wrong CN',
  9: 'wrong CRC',
  100: 'unknown error',
};

/** ExeRtn: how the execution ended. */
export const executionResults: Record<number, string> = {
  1: 'done',
  2: 'failed, cause unknown',
  3: 'condition not met',
  4: 'communication timeout',
  5: 'busy',
  6: 'system fault',
  100: 'no data',
};
