import { apiPrefix } from '@limpid/contract/envelope';
import { readFile } from '@limpid/contract/files';

/** The URL of a picture; before it is saved, only its uploader can load it. */
export function pictureUrl(id: string): string {
  return apiPrefix + readFile.path.replace(':id', encodeURIComponent(id));
}
