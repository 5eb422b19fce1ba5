/** Messages of the request layer; the shell provides them, so that no call depends on the shell. */
export interface Notifier {
  error(text: string, seconds?: number): void;
  warning(text: string): void;
  success(text: string): void;
  /** A notification that stays until it is read. */
  notify(title: string): void;
  /** Asks whether to log in again; resolves when the user has decided. */
  askLogin(): Promise<void>;
}

const silent: Notifier = {
  error: () => {},
  warning: () => {},
  success: () => {},
  notify: () => {},
  askLogin: () => Promise.resolve(),
};

let current = silent;

export function setNotifier(notifier: Notifier): void {
  current = notifier;
}

export function getNotifier(): Notifier {
  return current;
}
