import { describe, expect, it } from 'vitest';
import { cleanHtml, listPictures, type Pictures } from './clean-html.ts';
import { defaultLimits as limits } from './sanitise.ts';

const clean = (html: string, pictures: Pictures = new Map()) => cleanHtml(html, pictures, limits);

describe('formatted text', () => {
  it.each([
    ['keeps its form', '<h2>A</h2><p><b>b</b> <i>i</i><br></p><ul><li>x</li></ul>', undefined],
    ['keeps words of every script', '<p>空气质量 “é” 🙂</p>', '<p>空气质量 “é” 🙂</p>'],
    ['keeps the words of unknown elements', '<article><font>a</font></article>', 'a'],
    ['turns boxes into paragraphs', '<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['keeps what only looks like markup', 'a < b & c > d', 'a &#60; b &#38; c &#62; d'],
    [
      'opens links in a new tab',
      '<a href="https://example.org/?a=1&b=2" onclick="x()">l</a>',
      '<a href="https://example.org/?a=1&#38;b=2" target="_blank" rel="noopener noreferrer">l</a>',
    ],
    [
      'keeps place, size, indent and typeface as the family’s editor names them',
      '<p class="ql-align-center ql-indent-1"><span class="ql-size-huge ql-font-serif">a</span></p>' +
        '<p class="ql-direction-rtl">b</p><pre class="ql-syntax">c</pre><ol><li class="ql-indent-8">d</li></ol>',
      undefined,
    ],
    [
      'keeps colours and drops all other styles',
      '<span style="COLOR:#E60000; position: fixed; background-color: rgb(255, 255, 0)">a</span>',
      '<span style="color: #e60000; background-color: rgb(255, 255, 0);">a</span>',
    ],
    [
      'turns an external picture and a video into links',
      '<img src="https://example.org/a.png"><iframe class="ql-video" src="https://example.org/v"></iframe>',
      ['a.png', 'v']
        .map((name) => `https://example.org/${name}`)
        .map((way) => `<a href="${way}" target="_blank" rel="noopener noreferrer">${way}</a>`)
        .join(''),
    ],
    [
      'makes no link inside a link',
      '<a href="https://example.org"><img src="https://example.org/a.png"></a>',
      '<a href="https://example.org" target="_blank" rel="noopener noreferrer">https://example.org/a.png</a>',
    ],
    ['is empty if it was empty', '', ''],
  ])('%s', (_name, html, expected) => {
    expect(clean(html).html).toBe(expected ?? html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" jav&#x09;ascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/\\evil.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>*{background:url(//evil.example)}</style>',
    '<p style="position:fixed" onmouseover="alert(1)" id="x">x</p>',
    '<form action="//evil.example"><input name=password></form>',
    '<base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<p><!-- --><script>alert(1)//--></p>',
    '<img src="javascript:alert(1)">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<img src="https://evil.example/pixel.png" srcset="//evil.example 2x">',
    '<p style="color: red; background: url(//evil.example/x)">x</p>',
    '<p style="color: url(//evil.example/x)">x</p>',
    '<p style="color: var(--x); color: expression(alert(1)); color: red/**/;">x</p>',
    '<p style="background-color: #fff&quot; onmouseover=&quot;alert(1)">x</p>',
    '<p class="ql-align-center&quot; onclick=&quot;alert(1)">x</p>',
    '<p class="ant-modal-mask ql-editor ql-indent-9 ql-align-center-evil">x</p>',
    '<iframe src="javascript:alert(1)"></iframe><object data="data:text/html,x"></object>',
    '<video src="https://evil.example/v" autoplay onplay="alert(1)"></video>',
  ])('cannot contain %s', (html) => {
    const { html: result, losses } = clean(html);
    expect(result).not.toMatch(
      /<(?!\/?(p|br|hr|a|h\d|strong|b|em|i|u|s|code|pre|blockquote|ul|ol|li|span)\b)/,
    );
    expect(result).not.toMatch(/<[^>]*\s(on\w+|class|src|srcset|id|action)=/i);
    expect(result).not.toMatch(/style="(?!color: red;")/);
    expect(result).not.toMatch(/href="(?!https?:|mailto:|\/(?![/\\]))/);
    // Cleaning is idempotent: a browser reads the result as the same tree.
    expect(clean(result)).toEqual({ html: result, losses: new Set() });
    if (!/<!--|href/.test(html)) expect(losses.size).toBeGreaterThan(0);
  });

  it('keeps the words and the structure of texts at realistic depth', () => {
    const html = `${'<ul><li>'.repeat(40)}end${'</li></ul>'.repeat(40)}`;
    expect(clean(html).html).toBe(html);
  });

  const numbered = (count: number, tag: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => tag(i)).join('');

  it.each([
    ['nests without end', '<b>'.repeat(20_000)],
    ['repeats formatting in every paragraph', `<p>${numbered(90, (i) => `<b a=${i}>`)}${'<p>x'.repeat(900)}`],
    ['makes four million nodes of 27 kB', `<p>${numbered(2000, (i) => `<b a=${i}>`)}${'<p>x'.repeat(2000)}`],
    ['has more elements than text', '<br>'.repeat(limits.nodes + 1)],
    ['has more comments than text', '<!>'.repeat(limits.nodes + 1)],
    [
      'multiplies when a browser reads the result',
      `<p>${numbered(90, (i) => `<b style="color: #${String(100 + i)}">`)}<marquee>${'<p>x</p>'.repeat(900)}`,
    ],
  ])('is refused if it %s', (_name, html) => {
    expect(() => clean(html)).toThrow('rich_text.too_complex');
  });

  it.each<[string, string, string[]]>([
    ['nothing', '<p class="ql-align-right"><span style="color: red;">a</span></p><div>b</div>', []],
    ['an external picture', '<img src="https://example.org/a.png">', ['picture']],
    ['a video', '<iframe class="ql-video" src="https://example.org/v"></iframe>', ['video']],
    ['scripts', '<p onclick="x()">a</p><script>x()</script>', ['program']],
    ['styles', '<table><tr><td style="width: 1px">a</td></tr></table>', ['look']],
  ])('reports that it lost %s', (_name, html, losses) => {
    expect([...clean(html).losses]).toEqual(losses);
  });

  it('shows pictures at their stored address, and lists them beforehand', () => {
    const own = `/prod-api/common/file/${'0f'.repeat(24)}`;
    const html = '<p><img src="a.png" alt="&quot;x&quot;" onerror="alert(1)" width="9"></p>';
    expect(listPictures(`${html}<svg><img src="b.png"></svg><img><img src="a.png">`, limits)).toEqual(
      expect.arrayContaining(['a.png']),
    );
    expect(clean(html, new Map([['a.png', own]])).html).toBe(`<p><img src="${own}" alt="&#34;x&#34;"></p>`);
  });
});
