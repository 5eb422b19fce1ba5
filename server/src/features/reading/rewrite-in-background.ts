import type { App } from '../../platform/app.ts';
import { repeat } from '../../platform/repeat.ts';
import type { SiteDirectory } from './device.ts';
import type { OnChanged } from './reading.store.ts';

export interface RewritingServices {
  ingest: { directory: SiteDirectory };
  onChanged: OnChanged;
}

interface Rewriting {
  /** For the log. */
  title: string;
  everyMs: number;
  /** Rewrites what is queued, and returns the number of changed readings; `onChanged` runs in each transaction. */
  rewrite(app: App, directory: SiteDirectory, onChanged: OnChanged, signal: AbortSignal): Promise<number>;
}

/** Rewrites stored readings that are queued. Two processes that do so at once wait for each other day by day. */
export function rewriteInBackground(
  app: App,
  { ingest: { directory }, onChanged }: RewritingServices,
  { title, everyMs, rewrite }: Rewriting,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = repeat(
    everyMs,
    async () => {
      const readings = await rewrite(app, directory, onChanged, stopping.signal);
      if (readings > 0) app.log.info({ readings }, `${title} changed readings`);
    },
    (error) => app.log.warn({ err: error }, `${title} failed`),
  );
  return () => {
    stopping.abort();
    return stop();
  };
}
