import Type from 'typebox';
import { defineTopic } from '../../../platform/bus-topic.ts';

/** Somebody looks at the frames of a site: the process with its connection stores them. */
export const framesWanted = defineTopic('device.framesWanted', Type.Object({ siteId: Type.Integer() }));
