const place = '{mn}';

/** The subscription that receives what all devices publish under a template such as `air/{mn}/data`. */
export function makeFilter(template: string): string {
  return template.replace(place, '+');
}

/** Processes that share a filter divide its messages among them. */
export function makeSharedFilter(template: string): string {
  return `$share/limpid/${makeFilter(template)}`;
}

export function makeTopic(template: string, mn: string): string {
  return template.split(place).join(mn);
}

/** The MN in a topic; undefined if the topic does not follow the template. */
export function readTopic(template: string, topic: string): string | undefined {
  const [before = '', after = ''] = template.split(place);
  const mn = topic.slice(before.length, topic.length - after.length);
  return mn !== '' && !mn.includes('/') && topic === `${before}${mn}${after}` ? mn : undefined;
}
