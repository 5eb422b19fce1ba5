import Type, { type TObject, type TProperties } from 'typebox';
import { workStarted } from '../work.ts';
import { endpoint } from './endpoint.ts';

export const tableFormats = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The most rows of one sheet below its heading. */
export const maxSheetRows = 1_048_575;

interface ReadEndpoint<Properties extends TProperties> {
  path: string;
  access: { permission: string };
  query: TObject<Properties>;
  texts: string;
  labels?: Readonly<Record<string, string>>;
}

/** Writes what an endpoint reads into a file, as background work: the body is the query and the format of the file. */
export function exportEndpoint<Properties extends TProperties>(
  { access, query, texts, labels, ...read }: ReadEndpoint<Properties>,
  path = `${read.path}/export`,
) {
  return endpoint({
    method: 'POST',
    path,
    access: { permission: access.permission.replace(/:list$/, ':export') },
    body: Type.Object({ ...query.properties, format: Type.Enum([...tableFormats]) }),
    reply: workStarted,
    texts,
    labels: { ...labels, format: 'kit.list.format' },
    log: 'export',
  });
}
