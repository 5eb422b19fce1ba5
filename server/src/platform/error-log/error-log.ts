import { fileURLToPath } from 'node:url';
import { reportLimits, errorLog as resource } from '@limpid/contract/monitor/error-log';
import type { App } from '../app.ts';
import { runInBackground } from '../background.ts';
import { redact } from '../redact.ts';
import { findPosition, fingerprintCause, listFrames, type Occurrence, shortenFile } from './cause.rule.ts';
import { type ErrorLogEntry, upsertErrorLogEntry } from './error-log.store.ts';
import { openSourceMaps } from './source-maps.ts';

export interface ErrorLog {
  /** Records an error without making the caller wait. */
  record(occurrence: Occurrence): void;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Maximum number of causes that wait to be written; repetitions of a waiting cause are only counted. */
const maxWaiting = 200;

/**
 * While one batch is written, the next is collected by cause: a thousand failures a second are a few statements, and
 * processes do not contend for the row they share.
 */
export function openErrorLog(app: Pick<App, 'db' | 'clock' | 'log' | 'background'>): ErrorLog {
  const resolve = openSourceMaps();
  let waiting = new Map<string, ErrorLogEntry>();
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    try {
      while (waiting.size > 0) {
        const batch = waiting;
        waiting = new Map();
        for (const failure of batch.values()) await upsertErrorLogEntry(app.db, failure);
      }
    } finally {
      isWriting = false;
    }
  }

  return {
    record(occurrence) {
      const failure = makeEntry(occurrence, resolve, app.clock.now());
      const before = waiting.get(failure.cause);
      if (!before && waiting.size >= maxWaiting) return;
      waiting.set(failure.cause, { ...failure, count: failure.count + (before?.count ?? 0) });
      if (!isWriting) runInBackground(app, write);
    },
  };
}

type Resolve = ReturnType<typeof openSourceMaps>;

function makeEntry(occurrence: Occurrence, resolve: Resolve, lastSeen: Date): ErrorLogEntry {
  const frames = listFrames(occurrence.stack ?? '').map((line) => resolve(line, occurrence.source));
  const top = findPosition(frames.map(({ position }) => position));
  const file = top ? shortenFile(top.file, root) : '';
  const { source, kind, message, userName, url, requestId, version, browser, count } = occurrence;
  const cut = (text: string | undefined, limit: number) =>
    text === undefined ? null : sanitiseText(text, limit);
  const { fields } = resource;
  return {
    cause: fingerprintCause(occurrence, file),
    source,
    kind: sanitiseText(kind, fields.kind.max),
    message: sanitiseText(message, fields.message.max),
    position: top ? sanitiseText(`${file}:${top.line}:${top.column}`, fields.position.max) : null,
    stack:
      sanitiseText(frames.map(({ text }) => text.replaceAll(root, '')).join('\n'), reportLimits.stack) ||
      null,
    userName: cut(userName, fields.userName.max),
    url: cut(url?.split(/[?#]/, 1)[0], fields.url.max),
    requestId: cut(requestId, fields.requestId.max),
    version: cut(version, fields.version.max),
    browser: cut(browser, fields.browser.max),
    count,
    lastSeen,
  };
}

/** Truncated to the stored length, without secrets and characters that a text column refuses. */
function sanitiseText(text: string, limit: number): string {
  return String(redact(text)).slice(0, limit).replaceAll('\0', '').toWellFormed();
}
