/** Runs pieces of work one after the other: a bus has one master, and an answer belongs to the last request. */
export function makeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return function takeTurn<V>(work: () => Promise<V>): Promise<V> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
