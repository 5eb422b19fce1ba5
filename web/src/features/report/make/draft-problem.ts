import type { ReactNode } from 'react';

/** A message beside a field of the form. */
export interface DraftProblem {
  field: string;
  message: string;
}

/** What a form item shows if the problem belongs to one of its fields. */
export type ProblemOf = (...fields: string[]) => { validateStatus?: 'error'; help?: ReactNode };
