/**
 * Runs one read at a time; a request in the meantime causes another read. The returned promise resolves after a read that
 * began after the request, so an older read never replaces a newer one.
 */
export function makeRefresh(read: () => Promise<void>): () => Promise<void> {
  let isStale = false;
  let pending: Promise<void> | undefined;

  async function readUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      await read();
    }
  }
  return () => {
    isStale = true;
    pending ??= readUntilFresh().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
