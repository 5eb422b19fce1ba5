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

const operators: readonly Operator[] = ['+', '-', '*', '/'];

export function makeCaptcha(): Captcha {
  const { question, answer } = makeSum();
  return { question, answer, png: encodePng(drawQuestion(question)) };
}

/** Two digits whose result is a whole number from 0 on. */
export function makeSum(): Sum {
  const operator = operators[randomInt(operators.length)] ?? '+';
  const pairs = pairsFor[operator];
  const [left, right] = pairs[randomInt(pairs.length)] ?? [0, 0];
  return { question: `${left}${operator}${right}=?`, answer: String(calculate(left, operator, right)) };
}

const pairsFor: Record<Operator, (readonly [number, number])[]> = {
  '+': listPairs('+'),
  '-': listPairs('-'),
  '*': listPairs('*'),
  '/': listPairs('/'),
};

function listPairs(operator: Operator): [number, number][] {
  const pairs: [number, number][] = [];
  for (let left = 0; left <= 9; left++) {
    for (let right = 0; right <= 9; right++) {
      const result = calculate(left, operator, right);
      if (Number.isInteger(result) && result >= 0) pairs.push([left, right]);
    }
  }
  return pairs;
}

function calculate(left: number, operator: Operator, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return left / right;
}
