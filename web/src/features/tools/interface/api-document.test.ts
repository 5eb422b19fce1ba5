import { describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  findOperations,
  listOperations,
  listSchemaRows,
  sampleBody,
} from './api-document.ts';

const document: ApiDocument = {
  info: { version: '1' },
  paths: {
    '/prod-api/system/post': {
      post: {
        tags: ['system.post'],
        operationId: 'postSystemPost',
        security: [{ session: [] }],
        'x-permission': 'system:post:add',
        parameters: [],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['postCode', 'postSort'],
                properties: {
                  postCode: { type: 'string', maxLength: 64 },
                  postSort: { type: 'integer', minimum: 0 },
                  status: { type: 'string', enum: ['0', '1'] },
                },
              },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
    '/prod-api/captchaImage': {
      get: {
        tags: ['shell.login'],
        operationId: 'getCaptchaImage',
        security: [],
        parameters: [],
        responses: { 200: { content: { 'application/json': {} } } },
      },
    },
  },
};
const operations = listOperations(document);

it('lists every operation with what a caller has to know', () => {
  expect(operations).toMatchObject([
    { id: 'postSystemPost', method: 'POST', permission: 'system:post:add', isPublic: false },
    { id: 'getCaptchaImage', method: 'GET', permission: undefined, isPublic: true },
  ]);
});

describe('searching', () => {
  const titleOf = (area: string) => (area === 'system.post' ? '岗位管理' : 'Login');
  it.each([
    ['', 2],
    ['post add', 1],
    ['GET', 1],
    ['岗位', 1],
    ['login captcha', 1],
    ['nowhere', 0],
  ])('for “%s” finds %i', (search, count) => {
    expect(findOperations(operations, search, titleOf)).toHaveLength(count);
  });
});

it('says each value of a schema in a line, with its rules', () => {
  const nested = {
    type: 'object',
    required: ['rows'],
    properties: {
      rows: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: ['integer', 'null'], minimum: 1, maximum: 9 } } },
      },
    },
  };
  expect(listSchemaRows(nested)).toEqual([
    { place: 'rows', type: 'array <object>', required: true, rules: '' },
    { place: 'rows[].id', type: 'integer | null', required: false, rules: '≥ 1, ≤ 9' },
  ]);
});

it('begins a body with what has to be there', () => {
  expect(JSON.parse(sampleBody(operations[0]?.body?.schema))).toEqual({ postCode: '', postSort: 0 });
  expect(sampleBody(undefined)).toBe('{}');
});
