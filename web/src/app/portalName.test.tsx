import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PageHeader } from '../components/PageHeader.tsx';
import { SignInStepDocument } from '../features/two-factor/gql/SecondStep.ts';
import { VerifyLoginPage } from '../pages/VerifyLoginPage.tsx';
import { renderApp } from '../testing/renderApp.tsx';

const step = {
  request: { query: SignInStepDocument },
  result: {
    data: {
      signInStep: {
        __typename: 'SignInStep' as const,
        stage: 'VERIFY' as const,
        factors: ['APP' as const],
        choosesPhone: false,
      },
    },
  },
};
const meta = () => document.querySelector<HTMLMetaElement>('meta[name="portal-name"]')!;
afterEach(() => {
  meta().content = 'Airlog';
});

test('the name in the page is the name of the portal: in texts and in the title of the second step of signing in', async () => {
  meta().content = 'Harbor <b>Sleep</b>';
  await renderApp(<VerifyLoginPage />, { viewer: null, mocks: [step] });
  expect(screen.getByText('Harbor <b>Sleep</b>')).toBeInTheDocument();
  expect(screen.getByText(/^Harbor <b>Sleep<\/b> is not a cleared medical device/)).toBeInTheDocument();
  expect(document.title).toBe('Verify it is you · Harbor <b>Sleep</b>');
});

test('the title of a page ends with the name of the portal', async () => {
  meta().content = 'Harbor';
  await renderApp(<PageHeader title="Patients" />);
  expect(document.title).toBe('Patients · Harbor');
});
