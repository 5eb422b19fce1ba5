import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import { maxRichText } from '@limpid/contract/kit/rich-text';
import { limitConcurrency } from '../concurrency-limit.ts';
import { forkSandboxed } from '../sandbox.ts';
import type { CleanText, Pictures } from './clean-html.ts';
import { type HtmlLimits, tooComplex } from './parse-html.ts';
import type { SanitiseReply, SanitiseRequest } from './sanitise.process.ts';

export interface SanitiserLimits extends HtmlLimits {
  /** Time limit for one text. */
  milliseconds: number;
  /** Additional time for starting a process on a busy machine. */
  startMilliseconds: number;
  heapMegabytes: number;
}

export const defaultLimits: SanitiserLimits = {
  nodes: 50_000,
  depth: 100,
  length: maxRichText,
  milliseconds: 10_000,
  startMilliseconds: 50_000,
  heapMegabytes: 128,
};

/** The process ends after being idle for this long. */
const idleMilliseconds = MINUTE_MS;
const program = fileURLToPath(new URL('./sanitise.process.ts', import.meta.url));

/** Cleans formatted text in a separate process, one text at a time. The process is started on demand and reused. */
export class Sanitiser {
  readonly #limits: SanitiserLimits;
  readonly #withLimit = limitConcurrency(1);
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<SanitiserLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  async listPictures(html: string): Promise<string[]> {
    const reply = await this.#ask({ listPictures: html });
    return 'pictures' in reply ? reply.pictures : [];
  }

  async clean(html: string, pictures: Pictures): Promise<CleanText> {
    const reply = await this.#ask({ clean: html, pictures });
    if (!('html' in reply)) throw tooComplex();
    return reply;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #ask(request: SanitiseRequest): Promise<SanitiseReply> {
    return this.#withLimit(async () => {
      const reply = await this.#exchange(request);
      if ('failed' in reply) throw new AppError(reply.failed, reply.params);
      return reply;
    });
  }

  #exchange(request: SanitiseRequest): Promise<SanitiseReply> {
    clearTimeout(this.#idle);
    const { milliseconds, startMilliseconds } = this.#limits;
    const limit = milliseconds + (this.#child ? 0 : startMilliseconds);
    const child = (this.#child ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<SanitiseReply>();
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    // No reply means that the time limit or the heap limit ended the child: it replies to all other failures.
    const end = () => reject(tooComplex());
    child.once('message', resolve).once('disconnect', end).once('error', reject);
    child.send(request, (error) => error && end());
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', resolve).off('disconnect', end).off('error', reject);
      this.#idle = setTimeout(() => this.stop(), idleMilliseconds).unref();
    });
  }

  #start(): ChildProcess {
    const { heapMegabytes, nodes, depth, length } = this.#limits;
    const child = forkSandboxed(program, { nodes, depth, length } satisfies HtmlLimits, {
      heapMegabytes,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.on('disconnect', forget).on('exit', forget).on('error', forget);
    // An idle sanitiser does not keep the server from exiting; the child exits with its channel.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

export const sanitiser = new Sanitiser();
