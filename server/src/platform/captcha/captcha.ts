import { randomInt } from 'node:crypto';
import { drawQuestion } from './picture.ts';
import { encodePng } from './png.ts';

interface Captcha {
  question: string;
  answer: string;
  png: Buffer;
}

interface Sum {
  question: string;
  answer: string;
}

type Operator = '+' | '-' | '*' | '/';
/** A random number from 0 to `count` - 1, each equally likely. */
type Pick = (count: number) => number;

export function makeCaptcha(): Captcha {
  const { question, answer } = makeSum();
  return { question, answer, png: encodePng(drawQuestion(question)) };
}

/**
 * Two digits whose result is a whole number from 0 on. The answer is drawn first, so that all answers are equally
 * likely: drawing the digits first would make one answer in six a 0.
 */
export function makeSum(pick: Pick = (count) => randomInt(count)): Sum {
  const answer = pickOne([...sumsByAnswer.keys()], pick);
  const byOperator = sumsByAnswer.get(answer) ?? new Map<Operator, string[]>();
  const operator = pickOne([...byOperator.keys()], pick);
  return { question: pickOne(byOperator.get(operator) ?? [], pick), answer: String(answer) };
}

function pickOne<Item>(items: readonly Item[], pick: Pick): Item {
  const item = items[pick(items.length)];
  if (item === undefined) throw new Error('cannot pick from an empty list');
  return item;
}

const sumsByAnswer = listSums();

function listSums(): Map<number, Map<Operator, string[]>> {
  const sums = new Map<number, Map<Operator, string[]>>();
  for (const operator of ['+', '-', '*', '/'] as const) {
    for (let digits = 0; digits <= 99; digits++) {
      const [left, right] = [Math.floor(digits / 10), digits % 10];
      const answer = calculate(left, operator, right);
      if (!Number.isInteger(answer) || answer < 0) continue;
      const byOperator = sums.get(answer) ?? new Map<Operator, string[]>();
      byOperator.set(operator, [...(byOperator.get(operator) ?? []), `${left}${operator}${right}=?`]);
      sums.set(answer, byOperator);
    }
  }
  return sums;
}

function calculate(left: number, operator: Operator, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return left / right;
}
