import { fail } from '@limpid/contract/errors';
import { readExtension } from './file-name.rule.ts';
import { type FileTypeName, fileTypes } from './file-types.rule.ts';
import { identifyFile } from './identify-file.ts';
import type { PurposeRules } from './purposes.ts';

/** Refuses by its name a file that could not pass anyway. A picture made by a program may have no extension. */
export function checkExtension(name: string, { extensions, picture }: PurposeRules): void {
  const extension = readExtension(name);
  if (extensions.includes(extension) || (picture && extension === '')) return;
  fail('file.refused', { name, extensions: extensions.join(', ') });
}

/** Detects the type of a file from its content; refuses a name that contradicts it. */
export async function checkContent(path: string, name: string, purpose: PurposeRules): Promise<FileTypeName> {
  const extension = readExtension(name);
  const types = await identifyFile(path, purpose.picture !== undefined);
  const found = types.find((type) => {
    const endings: readonly string[] = fileTypes[type].extensions;
    return extension === ''
      ? endings.some((one) => purpose.extensions.includes(one))
      : endings.includes(extension);
  });
  if (found) return found;
  if (['txt', 'csv'].includes(extension) && types.includes('bin')) fail('file.not_text', { name });
  return fail('file.extension', { name, type: extension || purpose.extensions.join(', ') });
}
