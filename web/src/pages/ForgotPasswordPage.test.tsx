import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { renderApp } from '../testing/renderApp.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { RequestPasswordResetDocument } from './gql/ForgotPasswordPage.ts';

const request = { query: RequestPasswordResetDocument, variables: { input: { email: 'ana@example.test' } } };
const open = (result: object) =>
  renderApp(<ForgotPasswordPage />, { viewer: null, mocks: [{ request, result }] as never });

test('asking for a link says the same for every address', async () => {
  const { user } = await open({ data: { requestPasswordReset: { __typename: 'Payload', userErrors: [] } } });
  await user.type(screen.getByLabelText('Email'), 'ana@example.test{Enter}');
  expect(await screen.findByText(/If this address belongs to an account/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login');
});

test('an address of the network with too many requests is asked to wait', async () => {
  const { user } = await open({ errors: [new GraphQLError('x', { extensions: { code: 'TOO_MANY' } })] });
  await user.type(screen.getByLabelText('Email'), 'ana@example.test{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 15 minutes.');
});

test('an invalid address is refused at its field', async () => {
  const { user } = await open({});
  await user.type(screen.getByLabelText('Email'), 'ana{Enter}');
  expect(await screen.findByText('Enter a valid email address.')).toBeInTheDocument();
});
