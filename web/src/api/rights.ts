let known: string | undefined;
let tell = () => {};

/** Sets the listener for changed rights. */
export function onRightsChanged(listener: () => void): void {
  tell = listener;
}

/** Compares the hash of the user's rights, which every response carries, with the last one. */
export function watchRights(response: Response): Response {
  const mark = response.headers.get('x-rights') ?? known;
  const isChanged = known !== undefined && mark !== known;
  known = mark;
  if (isChanged) tell();
  return response;
}
