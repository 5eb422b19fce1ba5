import { fail } from '@limpid/contract/errors';
import { findPasswordFault } from './password-choice.rule.ts';

/** Refuses a password that attackers try first. */
export function refuseWeakPassword(password: string, userName: string, field: string): void {
  const fault = findPasswordFault(password, userName);
  if (fault) fail(fault, {}, field);
}
