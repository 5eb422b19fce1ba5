import { expect, it } from 'vitest';
import { describeRequest, describeWanted, findMissingSubject, type ReportDraft } from './report-draft.ts';

const draft: ReportDraft = {
  target: 'site',
  siteId: 7,
  entityId: 3,
  city: { province: 'Anhui', city: 'Hefei' },
  period: { kind: 'month', first: '2026-10-01', last: '2026-10-31' },
  templateId: undefined,
  sections: ['summary'],
  languages: ['en'],
  title: ' ',
  coverText: '',
  approver: 'Li Wei',
  withLogo: true,
  withPdf: true,
  withWorkbook: false,
  notifyChannelIds: [],
};

it('a request names only the subject that it is about', () => {
  expect(describeWanted(draft)).toEqual({
    subject: 'site',
    siteId: 7,
    period: 'month',
    first: '2026-10-01',
    last: '2026-10-31',
    sections: ['summary'],
    approver: 'Li Wei',
  });
  expect(describeWanted({ ...draft, target: 'entitySites' })).toMatchObject({ entityId: 3 });
  expect(describeWanted({ ...draft, target: 'city' })).toMatchObject({ province: 'Anhui', city: 'Hefei' });
  expect(describeRequest(draft)).toMatchObject({ languages: ['en'], withPdf: true, withWorkbook: false });
});

it('the subject has to be chosen', () => {
  expect(findMissingSubject(draft)).toBeUndefined();
  expect(findMissingSubject({ ...draft, siteId: undefined })).toBe('siteId');
  expect(findMissingSubject({ ...draft, target: 'city', city: undefined })).toBe('city');
  expect(findMissingSubject({ ...draft, target: 'entity', entityId: undefined })).toBe('entityId');
});
