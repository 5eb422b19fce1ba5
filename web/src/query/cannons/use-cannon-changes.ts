import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../api/live/live.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

/** Reads what is shown of fog cannons again whenever one of them was switched or has changed its state. */
export function useCannonChanges(): void {
  const client = useQueryClient();
  useLive('fogCannon', () => void invalidatePath(client, '/fog/'));
}
