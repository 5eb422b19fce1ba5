import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { translate } from '../../../platform/texts.ts';
import { fillCommand, findInfoProblem, listParamChoices } from '../commands/template.rule.ts';
import type { CommandDefinition, OrderedSite, ParamRow } from './order.store.ts';

/** The bytes of a CP that fit into a frame with every header. */
const longestCp = 900;
/** Errors name this many devices, and count the rest. */
const mostNamed = 3;

interface ValuesToFill {
  command: Pick<CommandDefinition, 'configParams'>;
  params: readonly ParamRow[];
  values: Readonly<Record<string, string>>;
  /** In which errors name parameters. */
  language: Language;
  /** The field of the form that errors belong to. */
  field?: string;
}

/**
 * The CP for each site, in their order; fails with the first wrong value and the devices that cannot get it.
 * `templatesFor` gives the templates of the same code for a site, whose ranges count for what the command leaves open.
 */
export function fillForSites<Site extends Pick<OrderedSite, 'siteId' | 'siteName'>>(
  { command, params, values, language, field }: ValuesToFill,
  sites: readonly Site[],
  findChannelOf: (siteId: number, code: string) => number | undefined,
  templatesFor: (site: Site) => readonly string[] = () => [],
): string[] {
  const templateParams = params.map((param) => ({ ...param, choices: listParamChoices(param.choices) }));
  const template = command.configParams ?? '';
  const filled = sites.map((site) => {
    const findChannel = (code: string) => findChannelOf(site.siteId, code);
    const { cp, problems } = fillCommand(template, templateParams, values, { findChannel });
    const problem = problems[0] ?? findInfoProblem(cp, template, templatesFor(site), templateParams);
    return { siteName: site.siteName, cp, problem };
  });
  const first = filled.find(({ problem }) => problem)?.problem;
  if (first) {
    const { paramCode, problem } = first;
    const wrong = filled.filter(
      (one) => one.problem?.paramCode === paramCode && one.problem.problem === problem,
    );
    const param = params.find((one) => one.paramCode === paramCode);
    const code = (param && localised({ ...param }, 'paramName', language)) || paramCode;
    fail(`device_order.value_${problem}`, { code, devices: nameDevices(wrong, language) }, field);
  }
  const long = filled.find(({ cp }) => Buffer.byteLength(cp) > longestCp);
  if (long) fail('device_order.too_long', { name: long.siteName });
  return filled.map(({ cp }) => cp);
}

/** The names of devices as part of a sentence: “A”, “B”, “C” and 5 more. */
export function nameDevices(sites: readonly { siteName: string }[], language: Language): string {
  const isLong = sites.length > mostNamed + 1;
  const quoted = sites
    .slice(0, isLong ? mostNamed : sites.length)
    .map(({ siteName: name }) => translate(language, 'device.order.quoted', { name }));
  const others = translate(language, 'device.order.others', { count: sites.length - mostNamed });
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' });
  return list.format(isLong ? [...quoted, others] : quoted);
}
