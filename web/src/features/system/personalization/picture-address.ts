import { readFile } from '@limpid/contract/files';
import { apiPrefix } from '../../../api/call.ts';

/** Where the browser finds a picture; before it is saved, only whoever uploaded it can see it. */
export function pictureAddress(id: string): string {
  return apiPrefix + readFile.path.replace(':id', encodeURIComponent(id));
}
