import type { NearestReferenceRow } from '@limpid/contract/reference/nearest-references';
import type { ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

export const nearestReferences: ScopeSubject = {
  path: '/analysis/nearestReferences',
  add: sites.add,
  calls: {
    'GET /analysis/nearestReferences': {
      list: {
        rows: (body) => (Object(body['data'])['rows'] as NearestReferenceRow[]).map(({ siteId }) => siteId),
        path: () => '/analysis/nearestReferences?pageSize=1000',
      },
    },
    'POST /analysis/nearestReferences/export': {
      exempt: 'the rows of the list, see nearest-references.test.ts',
    },
  },
};
