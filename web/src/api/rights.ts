let known: string | undefined;
let tell = () => {};

/** Whom to tell when the person may do something else than before. */
export function onRightsChanged(listener: () => void): void {
  tell = listener;
}

/** Every answer says what the person may do, as a mark that is another one when that changes. */
export function watchRights(response: Response): Response {
  const mark = response.headers.get('x-rights') ?? known;
  const isChanged = known !== undefined && mark !== known;
  known = mark;
  if (isChanged) tell();
  return response;
}
