import type { MockLink } from '@apollo/client/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Breadcrumbs, useListCrumb } from '../../components/Breadcrumbs.tsx';
import { visitList } from '../../lib/visitedLists.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { PatientNeighborsDocument } from './gql/usePatientNeighbors.ts';
import { PatientNeighbors } from './PatientNeighbors.tsx';

const variables = { first: 2, page: 2, search: 'ra', orderBy: null as never, where: null as never };
const pathsOf = (...ids: number[]) => ids.map((id) => `/patients/${id}`);

/** The second page of five patients in pages of two. */
beforeEach(() =>
  visitList('patients', {
    address: '/patients?q=ra&page=2',
    variables,
    firstPage: 2,
    paths: pathsOf(30, 40),
    total: 5,
  }),
);

const pageOf = (page: number, ...ids: number[]): MockLink.MockedResponse => ({
  request: { query: PatientNeighborsDocument, variables: { ...variables, page } },
  result: {
    data: {
      patients: {
        __typename: 'PatientConnection',
        edges: ids.map((databaseId) => ({
          __typename: 'PatientEdge',
          node: { __typename: 'Patient', id: `p${databaseId}`, databaseId },
        })),
      },
    },
  },
});

function Page() {
  const list = useListCrumb('patients', '/patients', 'Patients');
  return (
    <>
      <Breadcrumbs above={[list]} here="Ada" />
      <PatientNeighbors />
    </>
  );
}
const open = (path: string, ...mocks: MockLink.MockedResponse[]) =>
  renderApp(<Page />, { path, route: '/patients/:id', mocks });
/** The step, once it leads somewhere. */
async function step(name: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name });
  await waitFor(() => expect(link).toHaveAttribute('aria-disabled', 'false'));
  return link;
}

test('a step inside what the list has read shows the position at once', async () => {
  const { user, router } = await open('/patients/30', pageOf(1, 10, 20), pageOf(3, 50));
  expect(await screen.findByText('Patient 3 of 5')).toBeInTheDocument();
  await user.click(await step('Next patient'));
  expect(router.state.location.pathname).toBe('/patients/40');
  expect(screen.getByText('Patient 4 of 5')).toBeInTheDocument();
});

test('the steps cross the border of a page in both directions, up to the ends of the list', async () => {
  const { user, router } = await open('/patients/40', pageOf(3, 50), pageOf(1, 10, 20));
  await user.click(await step('Next patient'));
  expect(router.state.location.pathname).toBe('/patients/50');
  expect(screen.getByText('Patient 5 of 5')).toBeInTheDocument();
  // The step keeps the focus and leads nowhere.
  const last = screen.getByRole('link', { name: 'Next patient' });
  expect(last).toHaveFocus();
  expect(last).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/patients/50');
  // Back on the page of the list that has this patient.
  expect(screen.getByRole('link', { name: 'Patients (filtered)' })).toHaveAttribute('href', '/patients?q=ra&page=3');
  for (const path of pathsOf(40, 30, 20, 10)) {
    await user.click(await step('Previous patient'));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  }
  expect(screen.getByText('Patient 1 of 5')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Previous patient' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('link', { name: 'Patients (filtered)' })).toHaveAttribute('href', '/patients?q=ra');
});

test('a patient that the list does not have has no neighbors, and the way back stays', async () => {
  await open('/patients/99');
  expect(screen.getByRole('link', { name: 'Patients (filtered)' })).toHaveAttribute('href', '/patients?q=ra&page=2');
  expect(screen.queryByRole('navigation', { name: 'Patients of the list' })).not.toBeInTheDocument();
});
