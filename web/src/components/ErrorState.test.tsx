import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Unreachable } from '../lib/reach.ts';

const fault = (extensions: Record<string, unknown>, message = 'x') =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions }] });

test.each([
  [
    fault({ code: 'INTERNAL', requestId: 'r-17' }),
    'This could not be loaded. Try again in a few moments.',
    'Request r-17',
  ],
  [fault({ code: 'NOT_FOUND' }), 'This was not found. Go back, or search for it.', null],
  [fault({ code: 'FORBIDDEN' }), 'You do not have permission to see this.', null],
  [
    fault(
      { code: 'BAD_USER_INPUT', userErrors: [{ field: 'where' }] },
      'This table cannot be filtered that way. Choose another condition or value.',
    ),
    'This table cannot be filtered that way. Choose another condition or value.',
    null,
  ],
  [
    fault({ code: 'BAD_USER_INPUT' }, 'Variable "$where" got invalid value'),
    'What the address asks for does not exist. Check the filters and the order.',
    null,
  ],
  [new Unreachable(), 'The server cannot be reached.', null],
])('an error shows what happened, the request id and Retry (%#)', async (error, text, request) => {
  const onRetry = jest.fn();
  const { user } = await renderApp(<ErrorState error={error} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByText(/^Request /)?.textContent ?? null).toBe(request);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
