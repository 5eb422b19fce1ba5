let lastMark: string | undefined;
let notify = () => {};

/** Sets the listener for changed rights. */
export function onRightsChanged(listener: () => void): void {
  notify = listener;
}

/** Compares the hash of the user's rights, which every response carries, with the last one. */
export function watchRights(response: Response): Response {
  const mark = response.headers.get('x-rights') ?? lastMark;
  const isChanged = lastMark !== undefined && mark !== lastMark;
  lastMark = mark;
  if (isChanged) notify();
  return response;
}
