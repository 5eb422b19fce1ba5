import type { Tasks } from '../../platform/jobs/tasks.ts';

const maxTextLength = 200;
const texts = 'monitor.task.tasks.ryTask';

/** The sample tasks of the family: they only log their arguments. */
export function addSampleTasks(tasks: Tasks): void {
  tasks.add({
    name: 'ryTask',
    method: 'ryNoParams',
    texts: `${texts}.ryNoParams`,
    parameters: [],
    run: async () => ({ key: 'monitor.task.log.sample', params: { given: '—' } }),
  });
  tasks.add({
    name: 'ryTask',
    method: 'ryParams',
    texts: `${texts}.ryParams`,
    parameters: [{ name: 'text', type: 'string', example: 'ry' }],
    run: async ({ text }) => ({
      key: 'monitor.task.log.sample',
      params: { given: text.slice(0, maxTextLength) },
    }),
  });
  tasks.add({
    name: 'ryTask',
    method: 'ryMultipleParams',
    texts: `${texts}.ryMultipleParams`,
    parameters: [
      { name: 'text', type: 'string', example: 'ry' },
      { name: 'yes', type: 'boolean', example: true },
      { name: 'long', type: 'long', example: 2000 },
      { name: 'double', type: 'double', example: 316.5 },
      { name: 'integer', type: 'integer', example: 100 },
    ],
    run: async ({ text, yes, long, double, integer }) => ({
      key: 'monitor.task.log.sample',
      params: { given: [text.slice(0, maxTextLength), yes, long, double, integer].join(', ') },
    }),
  });
}
