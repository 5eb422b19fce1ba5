import { randomUUID } from 'node:crypto';
import { fail } from '@limpid/contract/errors';
import { referenceFetch } from '@limpid/contract/reference/reference-fetch';
import {
  referenceSource,
  runReferenceSource,
  type SourceTrial,
  sourcePollutants,
  tryReferenceSource,
} from '@limpid/contract/reference/reference-source';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/texts.ts';
import { makeWordReader } from '../published-words.ts';
import type { OnPublished } from '../write-publications.ts';
import { openSource } from './ask-source.ts';
import { changesHours } from './changed-source.rule.ts';
import { checkSource } from './check-source.ts';
import type { Parsed } from './parse/published-row.ts';
import { SourceProblem } from './parse/source-problem.ts';
import { claimMs, runFetch } from './run-fetch.ts';
import {
  claimSourceForTrial,
  countConfigsOfSource,
  findSource,
  releaseTrial,
  resetSource,
} from './source.store.ts';

interface Services {
  alarmWatch: { collectReferences: OnPublished };
}

const sampleSize = 5;

/** Where reference data is fetched from, and the log of fetching. What is fetched is public, so there is no data scope. */
export function addReferenceSources(app: App, { alarmWatch }: Services): void {
  const definition: Definition<typeof referenceSource> = {
    resource: referenceSource,
    table: 'referenceSource',
    secrets: app.secrets,
    beforeWrite: (values, _writer, before) => checkSource(values, before),
    afterWrite: (id, given, { db }, before) =>
      resetSource(db, id, { hasOtherHours: before !== undefined && changesHours(given, before) }),
    async beforeRemove({ sourceId, sourceName: name }, { db }) {
      const count = await countConfigsOfSource(db, sourceId);
      if (count > 0) fail('reference.source_in_use', { name, count });
    },
  };
  crud(app, referenceSource, definition);
  routeStatus(app, definition);
  crud(app, referenceFetch, { table: 'referenceFetch' });
  const readSource = async (id: number) => (await findSource(app.db, id)) ?? fail('row.gone');

  route(app, tryReferenceSource, async ({ params: { id } }) => {
    const source = await readSource(id);
    const asked = openSource(
      { ...app, readLevel: makeWordReader('level') },
      source,
      new AbortController().signal,
    );
    const claim = { sourceId: id, claim: randomUUID() };
    if (!(await claimSourceForTrial(app.db, claim, claimMs)))
      fail('reference.fetching', { name: source.sourceName });
    try {
      return await asked.readNewest(true).then(describeTrial, describeProblem);
    } finally {
      await releaseTrial(app.db, claim);
    }
  });

  route(app, runReferenceSource, async ({ params: { id }, caller, language }) => {
    const source = await readSource(id);
    const { sourceName: name } = source;
    return {
      id: await app.work.start({
        // Running requires a permission, so there is a caller.
        caller: caller ?? fail('auth.expired'),
        language,
        title: translate(language, 'server.work.fetching', { name }),
        async run({ signal, report }) {
          const onPublished = alarmWatch.collectReferences;
          const done = await runFetch(app, { source, reason: 'manual', signal, onPublished, report });
          return { report: done ?? fail('reference.fetching', { name }) };
        },
      }),
    };
  });
}

function describeTrial({ rows, read, skips }: Parsed): SourceTrial {
  return {
    problem: null,
    detail: '',
    rows: read,
    stations: new Set(rows.map(({ stationCode }) => stationCode)).size,
    skipped: [...skips].map(([reason, count]) => ({ reason, count })),
    sample: rows.slice(0, sampleSize).map(({ stationCode, stationName, releasedAt, amounts }) => ({
      stationCode,
      stationName: stationName ?? stationCode,
      releasedAt,
      values: sourcePollutants.map((pollutant) => amounts[pollutant] ?? null),
    })),
  };
}

function describeProblem(error: unknown): SourceTrial {
  if (!(error instanceof SourceProblem)) throw error;
  const { reason, detail } = error;
  return { problem: `reference.problems.${reason}`, detail, rows: 0, stations: 0, skipped: [], sample: [] };
}
