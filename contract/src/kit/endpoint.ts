import type { Static, TArray, TObject, TSchema } from 'typebox';

type Access = 'public' | 'session' | { permission: string };

/** The type of a write in the operation log; the numbers are values of the dictionary `sys_oper_type`. */
export const businessTypes = {
  other: 0,
  insert: 1,
  update: 2,
  delete: 3,
  grant: 4,
  export: 5,
  import: 6,
  forceLogout: 7,
  clean: 9,
} as const;
type BusinessType = keyof typeof businessTypes;

/** A file that is sent to the client. */
export interface FileResponse {
  name: string;
  type: string;
  body: NodeJS.ReadableStream | Uint8Array;
  /** 200 by default; otherwise partial content, not modified or range not satisfiable. */
  status?: 206 | 304 | 416;
  headers?: Record<string, string>;
}

/** An uploaded file as a stream; the handler limits how much of it is read. */
export interface UploadStream {
  name: string;
  body: NodeJS.ReadableStream & { destroy(error?: Error): unknown };
  /** Upper bound from the content length; undefined if the client sends none. */
  maxBytes: number | undefined;
}

/** An uploaded file, already within the size limit of its endpoint. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** An uploaded file on disk, within the size limit of its endpoint; the handler removes it when it is done with it. */
export interface SpooledFile {
  name: string;
  path: string;
  size: number;
  remove(): Promise<void>;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** True when `total` is an estimate because counting would have been slow. */
  estimated?: boolean;
}

/** How the value of a handler is put into the envelope `{ code, msg, … }`. */
export type Reply =
  | { as: 'done' }
  | { as: 'message' }
  | { as: 'file' }
  | { as: 'data'; schema: TSchema }
  | { as: 'page'; row: TSchema }
  | { as: 'fields'; schema: TObject };

export const reply = {
  done: { as: 'done' },
  /** The family returns a plain string in `msg`, not in `data`. */
  message: { as: 'message' },
  file: { as: 'file' },
  data: <S extends TSchema>(schema: S) => ({ as: 'data', schema }) as const,
  page: <S extends TSchema>(row: S) => ({ as: 'page', row }) as const,
  fields: <S extends TObject>(schema: S) => ({ as: 'fields', schema }) as const,
} as const;

export type ReplyValue<R extends Reply> = R extends { as: 'message' }
  ? string
  : R extends { as: 'file' }
    ? FileResponse
    : R extends { as: 'page'; row: infer S extends TSchema }
      ? Page<Static<S>>
      : R extends { schema: infer S extends TSchema }
        ? Static<S>
        : void;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Other spellings of the path that the console family has used. */
  aliases?: readonly string[];
  access: Access;
  /** Allowed while the caller has to choose a new password, for the page on which they do. */
  beforePassword?: true;
  /** Public, but the handler gets the caller if the request has a session. */
  recognises?: true;
  /** Called by devices, which send their own key and read only the HTTP status of an error. */
  forDevices?: true;
  params?: TObject;
  query?: TObject;
  /** A list with one item may be sent as the item itself. */
  body?: TObject | TArray;
  /** Name of the multipart file that this endpoint accepts. */
  upload?: string;
  /** Maximum number of files of that name, passed as streams; without it, the bytes of one file are passed. */
  streamed?: number;
  /** The file is written to disk, up to this many bytes; `body` then describes the other fields of the form. */
  spooled?: number;
  reply: Reply;
  /** Prefix of the translation keys of this endpoint's fields, for messages that name one. */
  texts: string;
  /** Translation keys of labels that differ from `<texts>.fields.<name>`. */
  labels?: Readonly<Record<string, string>>;
  /** Type in the operation log; by default derived from the method, and none for GET. */
  log?: BusinessType | 'never';
  /** Requests per minute and address, instead of the general limit. */
  limit?: number;
}

type SchemaValue<S> = S extends TSchema ? Static<S> : Record<string, never>;

/** The input of a call. */
export interface Input<E extends Endpoint> {
  params: SchemaValue<E['params']>;
  query: SchemaValue<E['query']>;
  body: SchemaValue<E['body']>;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
