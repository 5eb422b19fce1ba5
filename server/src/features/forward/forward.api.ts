/** For the demonstration, which adds a target of its own. */
export { forwardTargetsEdited } from './forward-changed.ts';
