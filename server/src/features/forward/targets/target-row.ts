import type { forwardTarget } from '@limpid/contract/forward/target';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';

export type TargetValues = WriteValues<typeof forwardTarget>;
export type StoredTarget = StoredRow<typeof forwardTarget>;
