import type { Titles } from './insert.ts';

interface SeededJob {
  id: number;
  titles: Titles;
  target: string;
  cron: string;
}

/** A missed run is made up for once. */
const systemJob = { job_group: 'SYSTEM', misfire_policy: '2' };
/** A missed run is skipped. */
const sampleJob = { job_group: 'DEFAULT', misfire_policy: '3' };

export function systemJobRow(job: SeededJob, isPaused = false) {
  return { ...jobRow(job), ...systemJob, status: isPaused ? '1' : '0' };
}

/** Samples are paused until an administrator starts them. */
export function sampleJobRow(job: SeededJob) {
  return { ...jobRow(job), ...sampleJob, status: '1' };
}

function jobRow({ id, titles: [zh, en, fr], target, cron }: SeededJob) {
  return {
    job_id: id,
    job_name: zh,
    job_name_en: en,
    job_name_fr: fr,
    invoke_target: target,
    cron_expression: cron,
    concurrent: '1',
    create_by: 'system',
  };
}
