import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { describeState, planNext, readPollMinutes } from './schedule.rule.ts';

const hour = Date.parse('2026-04-15T08:00Z');
const at = (minute: number) => hour + minute * MINUTE_MS;
const minutes = [5, 15, 30];

describe('the next time a source is asked', () => {
  it.each([
    ['at the first minute after the hour', 0, -1, 5],
    ['at the second one while the hour is missing', 6, -1, 15],
    ['at the last one', 15, -1, 30],
    ['in the next hour after the last one', 31, -1, 65],
    ['in the next hour once the hour is there', 6, 0, 65],
    ['once an hour when it is late by half a day', 6, -12, 65],
  ])('is %s', (_, minute, newest, next) => {
    const newestRelease = hour + newest * HOUR_MS;
    expect(planNext({ now: at(minute), minutes, newestRelease, failCount: 0, hasPast: true })).toBe(at(next));
  });

  it.each([
    ['at the second minute', 6, 0, 15],
    ['at the last one', 15, 0, 30],
    ['in the next hour after the last one', 31, 0, 65],
    ['once an hour when it is late by half a day', 6, -12, 65],
  ])('without past hours is %s although the hour is there', (_, minute, newest, next) => {
    const newestRelease = hour + newest * HOUR_MS;
    expect(planNext({ now: at(minute), minutes, newestRelease, failCount: 0, hasPast: false })).toBe(
      at(next),
    );
  });

  it('of a new source follows its minutes', () => {
    expect(planNext({ now: at(6), minutes, newestRelease: null, failCount: 0, hasPast: true })).toBe(at(15));
  });

  it.each([
    [1, 2],
    [2, 4],
    [3, 8],
    [5, 32],
    [6, 60],
    [40, 60],
  ])('after %i failures is %i minutes later', (failCount, later) => {
    expect(planNext({ now: at(10), minutes, newestRelease: null, failCount, hasPast: true })).toBe(
      at(10 + later),
    );
  });
});

describe('the state of a source', () => {
  it.each([
    ['waiting', hour - HOUR_MS, 0],
    ['waiting', null, 0],
    ['current', hour, 0],
    ['retrying', hour, 1],
    ['failing', hour, 5],
  ])('is %s', (state, newestRelease, failCount) => {
    expect(describeState({ now: at(10), newestRelease, failCount })).toBe(state);
  });
});

describe('poll minutes', () => {
  it.each([
    ['5,15,30', [5, 15, 30]],
    ['30，5；5', [5, 30]],
    ['30, 5;5', [5, 30]],
    ['0', [0]],
    ['', undefined],
    ['60', undefined],
    ['5,x', undefined],
    ['0,1,2,3,4,5,6,7,8,9,10,11,12', undefined],
  ])('of %j', (text, read) => {
    expect(readPollMinutes(text)).toEqual(read);
  });
});
