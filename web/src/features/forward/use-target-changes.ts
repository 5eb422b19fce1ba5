import { forwardTarget } from '@limpid/contract/forward/target';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../api/live/live.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

/** Without the live socket, what is shown of targets is read again this often. */
export const targetRefreshMs = 15_000;

/** Reads what is shown of targets again whenever one of them has changed its state. */
export function useTargetChanges(path: string = forwardTarget.path): void {
  const client = useQueryClient();
  useLive('forwardTarget', () => void invalidatePath(client, path));
}
