import type { MockLink } from '@apollo/client/testing';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { RunJobsAgainDocument } from '../features/installation/gql/RunJobsAgain.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { InstallationPageDocument } from './gql/InstallationPage.ts';
import { InstallationPage } from './InstallationPage.tsx';

type Mocks = MockLink.MockedResponse[];

const job = {
  __typename: 'FailedJob',
  id: '11111111-0000-4000-8000-000000000001',
  queue: 'read-upload',
  failedAt: '2026-03-01T15:00:00Z',
  attempts: 6,
  reason: 'DriverException 57014',
};
const queue = (id: string, facts: object = {}) => ({
  __typename: 'InstallationQueue',
  id,
  waiting: 0,
  later: 0,
  active: 0,
  failed: 0,
  waitingSince: null,
  ...facts,
});
const node = (id: string, facts: object = {}) => ({
  __typename: 'InstallationNode',
  id,
  host: id,
  version: '0.2.0',
  migration: '116-installation',
  startedAt: '2026-02-01T15:00:00Z',
  seenAt: '2026-03-01T15:00:05Z',
  isSilent: false,
  isThis: false,
  ...facts,
});

const state = (facts: object = {}) => ({
  request: { query: InstallationPageDocument },
  result: {
    data: {
      installation: {
        __typename: 'Installation',
        version: '0.2.0',
        commit: null,
        migration: '116-installation',
        startedAt: '2026-02-01T15:00:00Z',
        mails: { __typename: 'InstallationMails', waiting: 2, failed: 1, suppressed: 1200 },
        storage: {
          __typename: 'InstallationStorage',
          kind: 'FOLDER',
          uploads: 12,
          bytes: 4_700_000_000,
          held: 0,
          sweptAt: '2026-03-01T15:00:00Z',
        },
        checks: {
          __typename: 'InstallationChecks',
          complianceAt: '2026-03-01T08:00:01Z',
          derivedAt: '2026-03-01T08:00:02Z',
          sealedAt: '2026-03-01T14:59:00Z',
        },
        lastBackup: {
          __typename: 'InstallationBackup',
          takenAt: '2026-03-01T07:00:00Z',
          bytes: 900_000_000,
          version: '0.2.0',
        },
        nodes: [node('node-1', { isThis: true })],
        queues: [queue('read-upload', { failed: 1, later: 3 }), queue('send-mail')],
        failedJobs: [job],
        ...facts,
      },
    },
  },
});
const run = (input: object, payload: object): Mocks[number] => ({
  request: { query: RunJobsAgainDocument, variables: { input } },
  result: { data: { runJobsAgain: { __typename: 'RunJobsAgainPayload', count: null, userErrors: [], ...payload } } },
});
const mended = state({ failedJobs: [], queues: [queue('read-upload', { later: 3 }), queue('send-mail')] });

const open = (mocks: Mocks, viewer: object = {}, language: 'en' | 'es' = 'en') =>
  renderApp(<InstallationPage />, {
    viewer: { ...testViewer, viewerCanReadInstallation: true, viewerCanRunJobsAgain: true, ...viewer },
    mocks,
    language,
  });
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

afterEach(() => {
  jest.useRealTimers();
});

test('the page shows what runs, the mails, the files, the verifications and the last backup', async () => {
  await open([state()]);
  expect(await screen.findByText('02/01/2026 10:00:00', { selector: 'dd' })).toBeInTheDocument();
  expect(screen.getByText('4.4 GB')).toBeInTheDocument();
  expect(screen.getByText('None (03/01/2026 10:00:00)')).toBeInTheDocument();
  expect(screen.getByText('03/01/2026 03:00:01')).toBeInTheDocument();
  expect(screen.getByText('03/01/2026 02:00:00 (858.3 MB, version 0.2.0)')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '1,200' })).toHaveAttribute('href', '/support/suppressed-emails');
});

test('failed jobs have their queue, time, attempts and reason, and queues without work are counted', async () => {
  await open([
    state({
      failedJobs: [
        job,
        { ...job, id: '2', reason: 'NodeLost' },
        { ...job, id: '3', reason: 'TimedOut' },
        { ...job, id: '4', reason: null },
      ],
    }),
  ]);
  const jobs = cellsOf(await screen.findByRole('table', { name: 'Failed jobs' }));
  expect(jobs[0]).toEqual(['read-upload', '03/01/2026 10:00:00', '6', job.reason, job.id, 'Run again']);
  expect(jobs.map((cells) => cells[3]).slice(1)).toEqual(['Its node ended', 'It took too long', 'Not noted']);
  expect(cellsOf(screen.getByRole('table', { name: 'Queues' }))).toEqual([
    ['read-upload', '0', '0', '1', '–', '3', 'Run all again'],
  ]);
  expect(screen.getByText('1 other queue has no work now.')).toBeInTheDocument();
});

test('a failed job runs again after the confirmation, and the page is read again', async () => {
  const { user } = await open([state(), run({ queue: 'read-upload', jobId: job.id }, { count: 1 }), mended]);
  await user.click(await screen.findByRole('button', { name: 'Run again: read-upload' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('This job of read-upload runs once more.');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Run again' }));
  expect(await screen.findByText('1 job runs again')).toBeInTheDocument();
  expect(await screen.findByText(/^No job has failed/)).toBeInTheDocument();
  expect(screen.getByText('None of the 2 queues has work now.')).toBeInTheDocument();
});

test('all failed jobs of a queue run again; of one that is not failed anymore the server says so', async () => {
  const refusal = { __typename: 'UserError', field: 'queue', code: 'not_failed', message: 'No job is failed anymore.' };
  const { user } = await open([state(), run({ queue: 'read-upload' }, { userErrors: [refusal] }), mended]);
  await user.click(await screen.findByRole('button', { name: 'Run all again: read-upload' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Run all again' }));
  expect(await screen.findByText('No job is failed anymore.')).toBeInTheDocument();
  expect(await screen.findByText(/^No job has failed/)).toBeInTheDocument();
});

test('a node is silent, of another version, or the one that answered', async () => {
  await open([
    state({
      nodes: [
        node('node-1', { isThis: true }),
        node('node-2', { version: '0.1.0' }),
        node('node-3', { isSilent: true }),
        node('node-4'),
      ],
    }),
  ]);
  const nodes = cellsOf(await screen.findByRole('table', { name: 'Nodes' }));
  expect(nodes.map((cells) => cells[1])).toEqual(['Answered this page', 'Other version', 'Silent', 'Runs']);
});

test('what is not known yet says why', async () => {
  await open([
    state({
      storage: { __typename: 'InstallationStorage', kind: 'BUCKET', uploads: 0, bytes: 0, held: null, sweptAt: null },
      checks: { __typename: 'InstallationChecks', complianceAt: null, derivedAt: null, sealedAt: null },
      lastBackup: null,
      nodes: [],
    }),
  ]);
  expect(await screen.findByText('Not known before the first sweep')).toBeInTheDocument();
  expect(screen.getAllByText('Not yet: at 08:00 UTC, every night')).toHaveLength(2);
  expect(screen.getByText('Not yet: nothing was logged')).toBeInTheDocument();
  expect(screen.getByText('None was noted in this database')).toBeInTheDocument();
  expect(screen.getByText(/^No node has said that it runs/)).toBeInTheDocument();
});

test('the page reads again by itself, and a read that fails leaves the rows and says so', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const failing = { request: state().request, result: { errors: [new GraphQLError('The database is away.')] } };
  await open([state(), mended, failing] as Mocks);
  expect(await screen.findByRole('table', { name: 'Failed jobs' })).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText(/^No job has failed/)).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByText(/^No job has failed/)).toBeInTheDocument();
});

test('who may not let jobs run again has no button, and without the permission the page says so', async () => {
  const { unmount } = await open([state()], { viewerCanRunJobsAgain: false });
  expect(await screen.findByRole('table', { name: 'Failed jobs' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /again/ })).not.toBeInTheDocument();
  unmount();
  await open([], { viewerCanReadInstallation: false });
  await waitFor(() => expect(screen.getByText(/You do not have permission/)).toBeInTheDocument());
});
