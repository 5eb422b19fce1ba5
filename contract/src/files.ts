import Type from 'typebox';
import { endpoint, reply } from './kit/endpoint.ts';

/** Serves a file that was produced for the caller; it can be fetched once. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/common/download',
  access: 'session',
  query: Type.Object({
    fileName: Type.String({ minLength: 1, maxLength: 300 }),
    delete: Type.Optional(Type.Unsafe<string>({ type: 'string', maxLength: 5 })),
  }),
  reply: reply.file,
  texts: 'server.download',
});

/** The bytes of an uploaded file by the address in the response to its upload; 2.x sends `name`, 3.x `resource`. */
export const downloadResource = endpoint({
  method: 'GET',
  path: '/common/download/resource',
  access: 'session',
  query: Type.Object({
    resource: Type.Optional(Type.String({ maxLength: 300 })),
    name: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  reply: reply.file,
  texts: 'server.download',
});

const megabyte = 1024 * 1024;
const pictures = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const;
const documents = 'pdf docx xlsx pptx odt ods odp doc xls ppt zip csv txt mp4'.split(' ');

/** The purposes of uploads with their limits: the browser checks these before it sends, the server always. */
export const filePurposes = {
  avatar: { maxBytes: 2 * megabyte, extensions: pictures },
  logo: { maxBytes: 2 * megabyte, extensions: pictures },
  background: { maxBytes: 10 * megabyte, extensions: pictures },
  illustration: { maxBytes: 5 * megabyte, extensions: pictures },
  attachment: { maxBytes: 50 * megabyte, extensions: [...pictures, ...documents] },
  package: { maxBytes: 500 * megabyte, extensions: ['zip', 'apk', 'gz', 'tgz', 'bin'] },
} as const satisfies Record<string, { maxBytes: number; extensions: readonly string[] }>;

export type FilePurpose = keyof typeof filePurposes;

const uploading = {
  method: 'POST',
  access: 'session',
  query: Type.Object({
    purpose: Type.Optional(Type.Unsafe<FilePurpose>({ type: 'string', enum: Object.keys(filePurposes) })),
  }),
  texts: 'server.file',
} as const;

/** Keeps a file for at most a day until it is attached to something. Other endpoints take its `id`. */
export const uploadFile = endpoint({
  ...uploading,
  path: '/common/upload',
  upload: 'file',
  streamed: 1,
  reply: reply.fields(
    Type.Object({
      id: Type.String(),
      /** Address below the API's prefix, as the family's clients expect. */
      fileName: Type.String(),
      newFileName: Type.String(),
      url: Type.String(),
      originalFilename: Type.String(),
    }),
  ),
});

/** The same for several files; as in the family, each field holds the values of all files, joined by commas. */
export const uploadFiles = endpoint({
  ...uploading,
  path: '/common/uploads',
  upload: 'files',
  streamed: 10,
  reply: reply.fields(
    Type.Object({
      ids: Type.String(),
      fileNames: Type.String(),
      newFileNames: Type.String(),
      urls: Type.String(),
      originalFilenames: Type.String(),
    }),
  ),
});

/** The bytes of a file. Its purpose decides who may read it; pictures of the login page are public. */
export const readFile = endpoint({
  method: 'GET',
  path: '/common/file/:id',
  access: 'public',
  recognises: true,
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: reply.file,
  texts: 'server.file',
});
