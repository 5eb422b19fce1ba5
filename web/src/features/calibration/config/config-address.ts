/** In the address, the config whose results are open. */
export const configParameter = 'config';
