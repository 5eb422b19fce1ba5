import { expect, test } from 'vitest';
import { keepComponent, removeComponents } from './remove-components.ts';

test.each([
  ['a rule of the component', '.ant-rate{color:red;}.ant-btn{top:0;}', '.ant-btn{top:0;}'],
  ['a rule of a part', '.ant-rate-star>div{color:red;}', ''],
  ['a selector of a list', '.ant-rate,.ant-btn:is(a,b),a{top:0;}', '.ant-btn:is(a,b),a{top:0;}'],
  [
    'a rule in a condition',
    '@media (width>1px){.ant-rate{top:0;}.ant-btn{top:0;}}',
    '@media (width>1px){.ant-btn{top:0;}}',
  ],
  ['a condition that becomes empty', '@media print{.ant-rate{top:0;}}', ''],
])('removes %s', (_case, css, expected) => {
  expect(removeComponents(css, ['rate', 'tour'])).toBe(expected);
});

test.each([
  ['components whose names begin alike', '.ant-rated{top:0;}'],
  ['animations', '@keyframes ant-rate{from{top:0;}to{top:1px;}}'],
  ['elements', 'a:hover{top:0;}'],
  ['a rule that names the component only in a condition', '.ant-form:has(> .ant-switch,> .ant-rate){top:0;}'],
])('keeps %s', (_case, css) => {
  expect(removeComponents(css, ['rate', 'tour'])).toBe(css);
});

test('the rules of one component are those that are removed for it', () => {
  const css =
    '@media print{.ant-rate,a{top:0;}}@keyframes ant-rate{to{top:1px;}}.ant-btn:has(.ant-rate){top:0;}';
  expect(keepComponent(css, 'rate')).toBe('@media print{.ant-rate{top:0;}}');
  expect(removeComponents(css, ['rate'])).toBe(css.replace('.ant-rate,', ''));
});
