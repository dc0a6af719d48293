import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createStore } from '../lib/store.ts';

/** Returns what `draw` makes of a value, and the function that draws it with another one, as when a query is read again. */
export function changing<Value>(first: Value, draw: (value: Value) => ReactElement) {
  let value = first;
  const store = createStore(() => value);
  const Changing = () => draw(store.useValue());
  return {
    element: <Changing />,
    change(next: Value) {
      value = next;
      act(store.changed);
    },
  };
}
