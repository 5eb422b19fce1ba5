import type { Static, TArray, TObject, TSchema } from 'typebox';

type Access = 'public' | 'session' | { permission: string };

/** What the operation log calls a write; the numbers are the dictionary `sys_oper_type`. */
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

/** A file on its way to the client: only `name` and `body` differ from answer to answer. */
export interface FileResponse {
  name: string;
  type: string;
  body: NodeJS.ReadableStream | Uint8Array;
  /** 200 unless said otherwise: part of a file, nothing new, nothing there. */
  status?: 206 | 304 | 416;
  headers?: Record<string, string>;
}

/** An uploaded file on its way in: whoever reads it decides how much of it to take. */
export interface UploadStream {
  name: string;
  body: NodeJS.ReadableStream & { destroy(error?: Error): unknown };
  /** No file of this request is larger; unknown where the client does not say. */
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

/** How the value of a handler is laid into the envelope `{ code, msg, … }`. */
export type Reply =
  | { as: 'done' }
  | { as: 'message' }
  | { as: 'file' }
  | { as: 'data'; schema: TSchema }
  | { as: 'page'; row: TSchema }
  | { as: 'fields'; schema: TObject };

export const reply = {
  done: { as: 'done' },
  /** The family answers a plain string in `msg`, not in `data`. */
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
  /** Answers also while the caller has to choose a new password: what a page needs that leads to choosing one. */
  beforePassword?: true;
  /** Open to everybody, and yet the handler is told who asks where a session is shown. */
  recognises?: true;
  /** Called by devices: they show a key of their own, and of a refusal they read the HTTP status alone. */
  forDevices?: true;
  params?: TObject;
  query?: TObject;
  /** A list may be sent as one of its items alone. */
  body?: TObject | TArray;
  /** Name of the one multipart file this endpoint takes. */
  upload?: string;
  /** So many files of that name, each given to the handler while it arrives; without it, the bytes of one. */
  streamed?: number;
  /** The one file is written to disk, up to so many bytes; `body` then describes the other fields of the form. */
  spooled?: number;
  reply: Reply;
  /** Prefix of the translation keys of this endpoint's fields, for messages that name one. */
  texts: string;
  /** Translation keys of fields whose label is not found by their name. */
  labels?: Readonly<Record<string, string>>;
  /** What the operation log says of it; by default what the method implies, and nothing for GET. */
  log?: BusinessType | 'never';
  /** Requests a minute and address, where the general limit does not fit. */
  limit?: number;
}

type SchemaValue<S> = S extends TSchema ? Static<S> : Record<string, never>;

/** What a caller of the endpoint provides. */
export interface Input<E extends Endpoint> {
  params: SchemaValue<E['params']>;
  query: SchemaValue<E['query']>;
  body: SchemaValue<E['body']>;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
