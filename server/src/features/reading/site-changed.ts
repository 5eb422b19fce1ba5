import { defineTopic } from '../../platform/bus-topic.ts';

/** Published after every change of a site, an entity, a device type or a channel. */
export const siteChanged = defineTopic('site.changed');
