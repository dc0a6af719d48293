import { expect, test } from '@jest/globals';
import { ofSameChoice } from './ofSameChoice.ts';

const observable = { variables: { state: 'OPEN', first: 50 } };
const joined = (before: string[], { fetchMoreResult: more }: { fetchMoreResult: string[] }) => [...before, ...more];

test('rows that were read are added to those of the same choice', () => {
  const add = ofSameChoice(observable, joined);
  observable.variables = { ...observable.variables }; // as each rendering gives them
  expect(add(['a'], { fetchMoreResult: ['b'] })).toEqual(['a', 'b']);
});

test('rows that come after another choice was made are not added to it', () => {
  const add = ofSameChoice(observable, joined);
  observable.variables = { state: 'DONE', first: 50 };
  expect(add(['a'], { fetchMoreResult: ['b'] })).toEqual(['a']);
});
