import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import {
  auditFields,
  choice,
  createTime,
  dict,
  id,
  integer,
  longText,
  nameFields,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { statusEndpoint } from '../kit/resource-endpoints.ts';
import { maxInteger } from '../kit/schema.ts';

const moment = { kind: 'dateTime', readOnly: true, notIn: ['form'] } as const;

/** When a task of the program runs. Jobs belong to the installation, not to a department. */
export const job = resource({
  path: '/monitor/job',
  permission: 'monitor:job',
  texts: 'monitor.task',
  id: 'jobId',
  name: 'jobName',
  key: ['jobName', 'jobGroup'],
  order: [{ by: 'jobId' }],
  without: ['import'],
  fields: {
    jobId: { ...id(), notIn: ['table'] },
    ...nameFields('jobName', { required: true, max: 64, search: 'like' }),
    jobGroup: dict('sys_job_group', { search: 'exact', default: 'DEFAULT' }),
    invokeTarget: text({ required: true, max: 500, search: 'like' }),
    cronExpression: text({ required: true, max: 255 }),
    /** How missed runs are handled; 0 uses the default of the program. */
    misfirePolicy: choice(['1', '2', '3', '0'], { default: '3', notIn: ['table'] }),
    /** 0: a run may begin while another is still running. */
    concurrent: choice(['0', '1'], { default: '1', notIn: ['table'] }),
    status: dict('sys_job_status', { search: 'exact', default: '1', notIn: ['form'] }),
    nextValidTime: moment,
    /** Number of its runs at this moment. */
    running: integer({ readOnly: true, notIn: ['table', 'form'] }),
    /** Progress of these runs in percent, if the task reports it. */
    progress: integer({ readOnly: true, notIn: ['table', 'form'] }),
    remark: remark(),
    createTime: { ...moment, label: 'kit.fields.createTime', notIn: ['table', 'form'] },
    ...auditFields(),
  },
});

export const jobLog = resource({
  path: '/monitor/jobLog',
  permission: 'monitor:job',
  texts: 'monitor.taskLog',
  id: 'jobLogId',
  name: 'jobName',
  key: ['jobLogId'],
  order: [{ by: 'jobLogId', desc: true }],
  without: ['add', 'edit', 'import'],
  fields: {
    jobLogId: { ...id(), notIn: ['table'] },
    jobId: ref({ label: 'monitor.taskLog.fields.jobId', search: 'exact', notIn: ['table', 'form'] }),
    ...nameFields('jobName', { label: 'monitor.task.fields.jobName', max: 64, search: 'like' }),
    jobGroup: dict('sys_job_group', {
      label: 'monitor.task.fields.jobGroup',
      search: 'exact',
      notIn: ['table'],
    }),
    invokeTarget: text({ label: 'monitor.task.fields.invokeTarget', max: 500, search: 'like' }),
    jobMessage: longText({ max: 2000, keyed: true }),
    status: dict('sys_common_status', { search: 'exact' }),
    startTime: moment,
    endTime: { ...moment, notIn: ['table', 'form'] },
    costTime: integer({ readOnly: true }),
    exceptionInfo: longText({ max: 2000, notIn: ['table'] }),
    createTime: { ...createTime(), notIn: ['table', 'form'] },
  },
});

export const changeJobStatus = statusEndpoint(job, 'monitor:job:changeStatus');

/** Starts one run now, whether the job is paused or not. */
export const runJob = endpoint({
  method: 'PUT',
  path: '/monitor/job/run',
  access: { permission: 'monitor:job:changeStatus' },
  body: Type.Object({
    jobId: Type.Integer({ minimum: 1, maximum: maxInteger }),
    jobGroup: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 })),
  }),
  reply: reply.done,
  texts: job.texts,
  labels: { jobId: 'kit.fields.id' },
  log: 'other',
});

/** The meaning of an expression: a description and the next five times, or what is wrong with it. */
export const readExpression = endpoint({
  method: 'GET',
  path: '/monitor/job/cron',
  access: { permission: 'monitor:job:list' },
  query: Type.Object({ cronExpression: Type.String({ maxLength: 255 }) }),
  reply: reply.data(
    Type.Object({
      problem: Type.Union([Type.String(), Type.Null()]),
      reading: Type.Union([Type.String(), Type.Null()]),
      runs: Type.Array(Type.String()),
    }),
  ),
  texts: job.texts,
});

const argumentTypes = ['string', 'boolean', 'integer', 'long', 'double'] as const;

/** All tasks that a job can run. */
export const listTasks = endpoint({
  method: 'GET',
  path: '/monitor/job/tasks',
  access: { permission: 'monitor:job:list' },
  reply: reply.data(
    Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        /** The call of the task, with an example of every argument. */
        example: Type.String(),
        parameters: Type.Array(
          Type.Object({
            title: Type.String(),
            type: Type.Unsafe<(typeof argumentTypes)[number]>({ type: 'string' }),
          }),
        ),
      }),
    ),
  ),
  texts: job.texts,
});
