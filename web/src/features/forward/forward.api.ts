export { TargetState } from './TargetState.tsx';
export { targetRefreshMs, useTargetChanges } from './use-target-changes.ts';
