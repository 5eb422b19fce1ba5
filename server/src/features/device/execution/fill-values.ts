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
  /** The templates of the same code, which say what known settings are called; by default none. */
  templates?: readonly string[];
  values: Readonly<Record<string, string>>;
  /** In which errors name parameters. */
  language: Language;
  /** The field of the form that errors belong to. */
  field?: string;
}

/** The CP for each site, in their order; fails with the first wrong value and the devices that cannot get it. */
export function fillForSites(
  { command, params, templates = [], values, language, field }: ValuesToFill,
  sites: readonly Pick<OrderedSite, 'siteId' | 'siteName'>[],
  findChannelOf: (siteId: number, code: string) => number | undefined,
): string[] {
  const templateParams = params.map((param) => ({ ...param, choices: listParamChoices(param.choices) }));
  const filled = sites.map(({ siteId, siteName }) => {
    const findChannel = (code: string) => findChannelOf(siteId, code);
    const { cp, problems } = fillCommand(command.configParams ?? '', templateParams, values, { findChannel });
    return { siteName, cp, problem: problems[0] ?? findInfoProblem(cp, templates, templateParams) };
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
