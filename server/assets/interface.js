// The interface as a page for clients of the family, which show it in a frame. Everything it needs lies beside it,
// because their proxies pass on nothing but the prefix of the API.
const token = /(?:^|; )Admin-Token=([^;]+)/.exec(document.cookie)?.[1];
const main = document.querySelector('main');

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function describeOperation(method, path, operation) {
  const line = element('li');
  line.append(element('code', method.toUpperCase(), `method ${method}`), ' ', element('code', path));
  const inputs = (operation.parameters ?? []).map(({ name, required }) => (required ? `${name}*` : name));
  const facts = [operation['x-permission'], inputs.join(', ')].filter(Boolean);
  if (facts.length > 0) line.append(element('small', facts.join(' · ')));
  return line;
}

function show({ info, openapi, paths }) {
  main.replaceChildren(element('h1', `${info.title} ${info.version}`), element('p', `OpenAPI ${openapi}`));
  const groups = new Map();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const title = operation.summary.split(': ', 1)[0];
      const group = groups.get(title) ?? element('ul');
      groups.set(title, group);
      group.append(describeOperation(method, path, operation));
    }
  }
  for (const [title, group] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const box = element('details');
    box.append(element('summary', `${title} (${group.childElementCount})`), group);
    main.append(box);
  }
}

const lang = new URLSearchParams(location.search).get('lang') ?? navigator.language;
const address = new URL(`../v3/api-docs?lang=${encodeURIComponent(lang)}`, import.meta.url);
const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
const body = await answer.json();
if (body.openapi) show(body);
else main.replaceChildren(element('p', body.msg, 'problem'));
