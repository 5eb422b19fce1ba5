/** The demo, for the role that runs it. */
export { startDemo } from './demo.service.ts';
