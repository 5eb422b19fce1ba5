import { fail } from '@limpid/contract/errors';
import { type ArgumentType, formatTarget, parseTarget, type TargetArgument } from './target.rule.ts';

/** One parameter of a task, with its default value. */
interface Parameter {
  name: string;
  type: ArgumentType;
  example: string | number | boolean;
  min?: number;
  max?: number;
}

type Given<P extends Parameter> = P['type'] extends 'string'
  ? string
  : P['type'] extends 'boolean'
    ? boolean
    : number;
type Arguments<P extends readonly Parameter[]> = { [K in P[number] as K['name']]: Given<K> };

/** What a running task receives. */
export interface TaskControl {
  /** Aborted when the process is ending, or another process has taken over the run. */
  signal: AbortSignal;
  /** Reports the progress for display. */
  report(done: number, total: number): void;
}

/** The outcome of a run in the log: a translation key with its numbers. */
export interface TaskOutcome {
  key: string;
  params?: Record<string, string | number>;
}

interface Definition<P extends readonly Parameter[]> {
  name: string;
  method: string;
  /** Prefix of its translation keys: `title` and `parameters.<name>`. */
  texts: string;
  parameters: P;
  run(args: Arguments<P>, control: TaskControl): Promise<TaskOutcome | undefined>;
}

interface Task {
  name: string;
  method: string;
  texts: string;
  parameters: readonly Parameter[];
  /** The call of the task, with the examples of its parameters. */
  example: string;
}

/** A call whose name and arguments have been checked. */
interface Call {
  task: Task;
  run(control: TaskControl): Promise<TaskOutcome | undefined>;
}

/** All tasks that a job can run. Nothing else is ever called, whatever a target says. */
export interface Tasks {
  add<const P extends readonly Parameter[]>(definition: Definition<P>): void;
  list(): Task[];
  /** Refuses a target that is not a call of a known task, and names the field. */
  read(target: string): Call;
}

const field = 'invokeTarget';

/** Adds a task that removes obsolete data and reports how much it removed. */
export function addCleanupTask(tasks: Tasks, name: string, remove: () => Promise<number>): void {
  tasks.add({
    name,
    method: 'clean',
    texts: `monitor.task.tasks.${name}`,
    parameters: [],
    run: async () => ({ key: 'monitor.task.log.removed', params: { count: await remove() } }),
  });
}

export function makeTasks(): Tasks {
  const registered = new Map<string, { task: Task; call(args: readonly TargetArgument[]): Call }>();
  return {
    add(definition) {
      const { name, method, texts, parameters } = definition;
      const key = `${name}.${method}`;
      if (registered.has(key)) throw new Error(`The task ${key} is registered twice.`);
      const example = formatTarget({ name, method, args: parameters.map(toArgument) });
      const task = { name, method, texts, parameters, example };
      const call = (args: readonly TargetArgument[]) => {
        checkArguments(task, args);
        const values = Object.fromEntries(parameters.map((one, index) => [one.name, args[index]?.value]));
        // The arguments were just compared with the parameters, name by name.
        const given = values as Arguments<typeof parameters>;
        return { task, run: (control: TaskControl) => definition.run(given, control) };
      };
      registered.set(key, { task, call });
    },
    list: () => [...registered.values()].map(({ task }) => task),
    read(text) {
      const parsed = parseTarget(text);
      if ('problem' in parsed) return fail(parsed.problem, {}, field);
      const { name, method, args } = parsed.target;
      const found =
        registered.get(`${name}.${method}`) ??
        fail('task.target_unknown', { name: `${name}.${method}` }, field);
      return found.call(args);
    },
  };
}

function toArgument({ type, example }: Parameter): TargetArgument {
  // An example has the type of its parameter.
  return { type, value: example } as TargetArgument;
}

function checkArguments({ parameters, example }: Task, args: readonly TargetArgument[]): void {
  if (args.length !== parameters.length)
    fail('task.target_arguments', { count: parameters.length, given: args.length, example }, field);
  for (const [index, { type, min, max }] of parameters.entries()) {
    const argument = args[index];
    const place = index + 1;
    if (argument?.type !== type) return fail(`task.target_${type}`, { place, example }, field);
    const { value } = argument;
    if (typeof value !== 'number') continue;
    if (min !== undefined && value < min) fail('task.target_min', { place, limit: min }, field);
    if (max !== undefined && value > max) fail('task.target_max', { place, limit: max }, field);
  }
}
