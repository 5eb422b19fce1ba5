import { fileURLToPath } from 'node:url';

/** The folder that everything else is named from. */
export const root = fileURLToPath(new URL('..', import.meta.url));
