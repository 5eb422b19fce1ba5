/**
 * Removes the rules of a style sheet that apply only to these components, such as `carousel` for `.ant-carousel-dots`.
 * Expects the compact form of antd's own sheet: no comments, no braces or commas inside strings.
 */
export function removeComponents(css: string, components: readonly string[]): string {
  const unused = matchComponents(components);
  return selectRules(css, { isKept: (selector) => !unused.test(selector), keepsAnimations: true });
}

/** The rules that `removeComponents` removes for one component. */
export function keepComponent(css: string, component: string): string {
  const used = matchComponents([component]);
  return selectRules(css, { isKept: (selector) => used.test(selector), keepsAnimations: false });
}

function matchComponents(components: readonly string[]): RegExp {
  return new RegExp(String.raw`\.ant-(?:${components.join('|')})(?![a-z])`);
}

interface Selection {
  isKept: (selector: string) => boolean;
  keepsAnimations: boolean;
}

function selectRules(css: string, selection: Selection): string {
  return splitRules(css)
    .map(({ head, body }) => {
      if (/^@(?:media|supports|container)/.test(head)) {
        const inner = selectRules(body, selection);
        return inner && `${head}{${inner}}`;
      }
      if (head.startsWith('@')) return selection.keepsAnimations ? `${head}{${body}}` : '';
      // Conditions in parentheses may name other components beside these.
      const selectors = splitSelectors(head).filter((one) => selection.isKept(one.replace(/\([^)]*\)/g, '')));
      return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`;
    })
    .join('');
}

/** The outermost rules of a style sheet. */
function splitRules(css: string): { head: string; body: string }[] {
  const rules: { head: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let index = 0; index < css.length; index++) {
    if (css[index] === '{' && depth++ === 0) open = index;
    if (css[index] === '}' && --depth === 0) {
      rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
      start = index + 1;
    }
  }
  return rules;
}

/** Splits at commas outside of parentheses: `:is(a, b)` is one selector. */
function splitSelectors(head: string): string[] {
  return head.split(/,(?![^(]*\))/).map((selector) => selector.trim());
}
