import { HOUR_MS } from '@limpid/contract/durations';
import { testMinute } from '../../src/testing/clock.ts';
import type { ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const minute = testMinute - HOUR_MS;
const correction = (siteId: number) => ({
  siteId,
  granularity: 'minute',
  reason: 'who may reach it',
  changes: [{ ts: minute, channel: 'PM2.5', value: 1 }],
});
const rows = { exempt: 'rows and the chosen site are judged one by one, see history-import.test.ts' };

const asked = (id: number) => ({
  siteIds: [id],
  channels: ['PM2.5'],
  granularity: 'minute',
  from: minute,
  to: minute + 60_000,
});
const search = (id: number) =>
  `siteIds=${id}&channels=PM2.5&granularity=minute&from=${minute}&to=${minute + 60_000}`;

/** Statistics of hours have a row for the index. */
const searchIndex = (id: number) =>
  `siteIds=${id}&channels=PM2.5&index=us&granularity=hour&from=${minute}&to=${minute + HOUR_MS}`;

export const histories: ScopeSubject = {
  path: '/data/history',
  add: sites.add,
  calls: {
    'GET /data/history/list': {
      row: {
        request: (id) => ({
          path: `/data/history/list?siteId=${id}&granularity=minute&from=${minute}&to=${minute + 60_000}`,
        }),
      },
    },
    'GET /data/history/changes': {
      row: {
        request: (id) => ({
          path: `/data/history/changes?siteId=${id}&from=${minute}&to=${minute + 60_000}`,
        }),
      },
    },
    'GET /data/history/rows': {
      row: { request: (id) => ({ path: `/data/history/rows?${search(id)}` }) },
    },
    'GET /data/history/statistics': [search, searchIndex].map((write) => ({
      row: { request: (id) => ({ path: `/data/history/statistics?${write(id)}` }) },
    })),
    'POST /data/history/export': {
      row: {
        request: (id) => ({ path: '/data/history/export', json: { ...asked(id), format: 'csv' } }),
        guards: ['work.too_many'],
      },
    },
    'PUT /data/history/range': {
      row: {
        request: (id) => ({
          path: '/data/history/range',
          json: {
            ranges: [{ siteId: id, channels: ['PM2.5'], periods: [{ from: minute, to: minute + 60_000 }] }],
            reason: 'who may reach it',
            value: 1,
          },
        }),
        guards: ['correction.nothing'],
      },
    },
    'PUT /data/history': { row: { request: (id) => ({ path: '/data/history', json: correction(id) }) } },
    'POST /data/history/undo': {
      row: {
        request: (id) => ({ path: '/data/history/undo', json: correction(id) }),
        guards: ['correction.none'],
      },
    },
    'POST /data/history/correction/:/undo': {
      exempt: 'every site of the correction is judged, see correction-range.test.ts',
    },
    'POST /data/history/import': rows,
    'POST /data/history/import/preview': rows,
  },
};

const trendRange = { from: minute, to: minute + 60_000 };
const drawn = ['channels=PM2.5', 'index=us'];

export const trends: ScopeSubject = {
  path: '/data/trend',
  add: sites.add,
  calls: {
    'GET /data/trend': drawn.map((measured) => ({
      row: {
        request: (id) => ({
          path: `/data/trend?siteIds=${id}&${measured}&granularity=minute&from=${minute}&to=${minute + 60_000}`,
        }),
      },
    })),
    'GET /data/trend/markers': drawn.map((measured) => ({
      row: {
        request: (id) => ({
          path: `/data/trend/markers?siteIds=${id}&${measured}&from=${minute}&to=${minute + 60_000}`,
        }),
      },
    })),
    'POST /data/trend/export': [{ channels: ['PM2.5'] }, { index: 'us' }].map((measured) => ({
      row: {
        request: (id) => ({
          path: '/data/trend/export',
          json: { ...trendRange, ...measured, siteIds: [id], granularity: 'minute', format: 'csv' },
        }),
        guards: ['work.too_many'],
      },
    })),
  },
};
