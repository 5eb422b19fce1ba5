import type { Tasks } from '../../platform/jobs/tasks.ts';

const most = 200;
const texts = 'monitor.task.tasks.ryTask';

/** The samples that people of the family know. They say in the log what they were given, and do nothing else. */
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
    run: async ({ text }) => ({ key: 'monitor.task.log.sample', params: { given: text.slice(0, most) } }),
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
      params: { given: [text.slice(0, most), yes, long, double, integer].join(', ') },
    }),
  });
}
