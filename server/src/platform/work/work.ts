import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, fail } from '@limpid/contract/errors';
import type { FileResponse } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { WorkRow } from '@limpid/contract/work';
import Type from 'typebox';
import type { App } from '../app.ts';
import type { Caller } from '../auth/caller.ts';
import { runInBackground } from '../background.ts';
import { defineTopic } from '../bus-topic.ts';
import { describeError, translate } from '../texts.ts';
import {
  clearFileName,
  findOwnWork,
  finishWork,
  insertWork,
  removeWorkRow,
  sweepWork,
  updateProgress,
} from './work.store.ts';

/** What running work receives, and how it reports. */
export interface WorkControl {
  /** Aborted when the user stops it, or the process is ending. */
  signal: AbortSignal;
  report(done: number, total?: number): void;
}

export interface WorkResult {
  /** A file that can be fetched once contains a secret that must not be found later. */
  file?: { name: string; body: Readable; once?: boolean };
  /** A function is called when the file has been written. */
  report?: unknown;
}

interface WorkPlan {
  caller: Caller;
  language: Language;
  title: string;
  run(control: WorkControl): Promise<WorkResult>;
  /** Called after any outcome. */
  ended?(): Promise<void>;
}

export interface Work {
  /** Starts at once and returns the id, by which everything else is requested. */
  start(plan: WorkPlan): Promise<string>;
  open(caller: Caller, id: string): Promise<FileResponse>;
  remove(caller: Caller, id: string): Promise<void>;
  /** Returns the number of removed entries. */
  sweep(): Promise<number>;
  /** Stops the work of this process; called before the database closes. */
  close(): void;
}

const maxRunningPerUser = 3;
const heartbeatMilliseconds = 1000;
/** The id of the work. */
export const workStopped = defineTopic('work.stopped', Type.String());
const ending = 'the process is ending';
const interruptedText = (language: Language) => translate(language, 'server.work.interrupted');

type Deps = Pick<App, 'config' | 'db' | 'bus' | 'clock' | 'log' | 'background' | 'live'>;

export async function openWork(app: Deps): Promise<Work> {
  const folder = join(app.config.dataDir, 'work');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, id);
  const onceFileOf = (id: string) => join(folder, `${id}.once`);
  const removeFiles = async (id: string) => {
    for (const file of [fileOf(id), onceFileOf(id)]) await rm(file, { force: true });
  };
  const running = new Map<string, AbortController>();
  // The stop request may have reached another process than the one that works.
  app.bus.subscribe(workStopped, (id) => running.get(id)?.abort());

  async function work(id: string, plan: WorkPlan, control: AbortController): Promise<void> {
    const progress = { done: 0, total: null as number | null };
    const notify = (state: WorkRow['state']) =>
      app.live.notify(plan.caller.userId, 'work', { id, state, ...progress });
    const keep = async () => {
      await updateProgress(app.db, app.clock, id, progress);
      await notify('running');
    };
    const beat = setInterval(() => runInBackground(app, keep), heartbeatMilliseconds);
    const finish = async (end: Parameters<typeof finishWork>[2]) => {
      await finishWork(app.db, id, end);
      await notify(end.state);
    };
    try {
      const { file, report } = await plan.run({
        signal: control.signal,
        report: (done, total) => Object.assign(progress, { done, total: total ?? null }),
      });
      const target = file?.once ? onceFileOf(id) : fileOf(id);
      if (file) await pipeline(file.body, createWriteStream(target, { mode: 0o600 }), control);
      control.signal.throwIfAborted();
      await updateProgress(app.db, app.clock, id, progress);
      await finish({
        state: 'done',
        fileName: file?.name ?? null,
        report: (typeof report === 'function' ? report() : report) ?? null,
      });
    } catch (error) {
      await removeFiles(id);
      await finish(describeEnd(error, control.signal, plan.language));
      if (!control.signal.aborted && !(error instanceof AppError)) throw error;
    } finally {
      clearInterval(beat);
      running.delete(id);
      await plan.ended?.();
    }
  }

  return {
    async start(plan) {
      const id = randomBytes(16).toString('base64url');
      const control = new AbortController();
      running.set(id, control);
      const row = {
        id,
        userId: plan.caller.userId,
        title: plan.title,
        language: plan.language,
        state: 'running' as const,
        done: 0,
        total: null,
        problem: null,
        fileName: null,
        report: null,
        createdAt: app.clock.now(),
      };
      if (!(await insertWork(app.db, row, maxRunningPerUser))) {
        running.delete(id);
        fail('work.too_many', { count: maxRunningPerUser });
      }
      runInBackground(app, () => work(id, plan, control));
      return id;
    },

    async open(caller, id) {
      const name = (await findOwnWork(app.db, caller.userId, id))?.fileName ?? fail('file.gone');
      const type = 'application/octet-stream';
      const taken = await takeFile(onceFileOf(id));
      if (taken) await clearFileName(app.db, id);
      if (taken) return { name, type, body: taken };
      const facts = await stat(fileOf(id)).catch(() => undefined);
      if (!facts) return fail('file.gone');
      return { name, type, body: createReadStream(fileOf(id)) };
    },

    async remove(caller, id) {
      const found = (await findOwnWork(app.db, caller.userId, id)) ?? fail('row.gone');
      if (found.state === 'running') {
        await finishWork(app.db, id, { state: 'cancelled' });
        return app.bus.publish(workStopped, id);
      }
      await removeWorkRow(app.db, id);
      await removeFiles(id);
    },

    async sweep() {
      const gone = await sweepWork(app.db, app.clock, interruptedText);
      for (const id of gone) await removeFiles(id);
      return gone.length;
    },

    close() {
      for (const control of running.values()) control.abort(ending);
    },
  };
}

/** Only one of two concurrent requests gets the file. An open file survives its removal. */
async function takeFile(file: string): Promise<Readable | undefined> {
  const taken = `${file}.taken`;
  const isMine = await rename(file, taken).then(
    () => true,
    () => false,
  );
  if (!isMine) return undefined;
  const handle = await open(taken, 'r');
  await rm(taken, { force: true });
  return handle.createReadStream();
}

function describeEnd(
  error: unknown,
  signal: AbortSignal,
  language: Language,
): Pick<WorkRow, 'state' | 'problem'> {
  if (signal.reason === ending) return { state: 'failed', problem: interruptedText(language) };
  if (signal.aborted) return { state: 'cancelled', problem: null };
  const appError = error instanceof AppError ? error : new AppError('system.unknown');
  return { state: 'failed', problem: describeError(appError, language) };
}
