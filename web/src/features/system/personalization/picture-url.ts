import { readFile } from '@limpid/contract/files';
import { apiPrefix } from '../../../api/call.ts';

/** The URL of a picture; before it is saved, only its uploader can load it. */
export function pictureUrl(id: string): string {
  return apiPrefix + readFile.path.replace(':id', encodeURIComponent(id));
}
