import { apiPrefix, envelopeSchema } from '@limpid/contract/envelope';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import type { TObject } from 'typebox';
import { translate } from '../../platform/texts.ts';

/** The OpenAPI 3.1 document of all registered endpoints. */
export function describeApi(endpoints: readonly Endpoint[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const entry = (paths[apiPrefix + path.replace(/:(\w+)/g, '{$1}')] ??= {});
      entry[endpoint.method.toLowerCase()] = describeOperation(endpoint, path);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Limpid', version },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        device: { type: 'apiKey', in: 'header', name: 'X-Device-Key' },
      },
    },
    paths,
  };
}

function describeOperation(endpoint: Endpoint, path: string): object {
  const { access, method } = endpoint;
  const body = describeBody(endpoint);
  return {
    tags: [endpoint.texts],
    operationId: nameOperation(method, path),
    summary: `${translate('en', `${endpoint.texts}.title`)}: ${method} ${path}`,
    ...(path !== endpoint.path && { deprecated: true }),
    security: endpoint.forDevices ? [{ device: [] }] : access === 'public' ? [] : [{ session: [] }],
    ...(typeof access === 'object' && { 'x-permission': access.permission }),
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    ...(body && { requestBody: { content: body } }),
    responses: {
      200: { description: 'code 200: done; otherwise msg says why', content: describeResponse(endpoint) },
    },
  };
}

/** `GET /system/post/:id` is `getSystemPostById`, the method name in generated clients. */
function nameOperation(method: string, path: string): string {
  const words = path.split(/[^\w:]+/).filter((word) => word !== '');
  const names = words.map((word) =>
    word.replace(/^:?./, (start) => `${start.length > 1 ? 'By' : ''}${start.slice(-1).toUpperCase()}`),
  );
  return method.toLowerCase() + names.join('');
}

function describeParameters(schema: TObject | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema?.required?.includes(name) ?? false),
    schema: property,
    ...(Object.hasOwn(property, 'properties') && { style: 'deepObject', explode: true }),
  }));
}

function describeBody(endpoint: Endpoint): object | undefined {
  if (endpoint.upload) {
    const file = { type: 'string', format: 'binary' };
    const fields = endpoint.body && 'properties' in endpoint.body ? endpoint.body.properties : {};
    const properties = { [endpoint.upload]: file, ...fields };
    return {
      'multipart/form-data': { schema: { type: 'object', required: [endpoint.upload], properties } },
    };
  }
  return endpoint.body && { 'application/json': { schema: endpoint.body } };
}

function describeResponse(endpoint: Endpoint): object {
  const schema = envelopeSchema(endpoint.reply);
  return schema ? { 'application/json': { schema } } : { 'application/octet-stream': {} };
}
