import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { RemovePatientNoteDocument } from './gql/NoteItem.ts';
import { PatientNoteVersionsDocument } from './gql/NoteVersionsDialog.ts';
import { CreatePatientNoteDocument, UpdatePatientNoteDocument } from './gql/PatientNoteDialog.ts';
import { PatientNotesChangedDocument, PatientNotesDocument } from './gql/usePatientNotes.ts';
import './NoteVersionsDialog.tsx';
import './PatientNoteDialog.tsx';
import { PatientNotes } from './PatientNotes.tsx';
import { withNewestNotes } from './usePatientNotes.ts';

const note = (databaseId: number, change: object = {}) => ({
  __typename: 'PatientNote',
  id: `n${databaseId}`,
  databaseId,
  text: `Note ${databaseId}`,
  authorName: 'Reyes, Dana',
  authorOrganization: 'Northside Respiratory',
  isShared: false,
  sharedWith: [],
  version: 1,
  createdAt: '2026-05-01T18:00:00.000Z',
  edited: null,
  removed: null,
  viewerCanUpdate: false,
  ...change,
});
type Note = ReturnType<typeof note>;
const clinic = { __typename: 'Organization', id: 'o2', name: 'Lakeview Sleep Clinic' };

interface Page {
  notes?: Note[];
  readers?: (typeof clinic)[];
  canWrite?: boolean;
  hasNextPage?: boolean;
}
const page = (
  { notes = [], readers = [], canWrite = true, hasNextPage = false }: Page,
  variables: object = { patientId: 'p7', first: 10 },
): MockLink.MockedResponse => ({
  request: { query: PatientNotesDocument, variables: variables as never },
  result: {
    data: {
      patient: { __typename: 'Patient', id: 'p7', viewerCanWriteNotes: canWrite, noteReaders: readers },
      patientNotes: {
        __typename: 'PatientNoteConnection',
        pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: 'c1' },
        edges: notes.map((node) => ({ __typename: 'PatientNoteEdge', node })),
      },
    },
  },
});
const again = (content: Page) => page(content, { patientId: 'p7', first: 10, after: null });
/** A note changes after `delay`; never during a test without it. */
const changed = (delay = 60_000): MockLink.MockedResponse => ({
  request: { query: PatientNotesChangedDocument, variables: { patientId: 'p7' } },
  delay,
  result: { data: { patientNotesChanged: { __typename: 'PatientNotesChange', patientId: 'p7' } } },
});
const answer = (field: string, type: string, subject: object | null, ...userErrors: object[]) => ({
  data: { [field]: { __typename: type, patientNote: subject, userErrors } },
});
const refusal = { __typename: 'UserError', field: '', code: 'conflict', message: 'Changed elsewhere.' };

const open = async (
  mocks: MockLink.MockedResponse[],
  { language, live }: { language?: Language; live?: number } = {},
) => renderApp(<PatientNotes patientId="p7" />, { mocks: [...mocks, changed(live)], language });
const items = () => within(screen.getByRole('list', { name: /^Not/ })).getAllByRole('listitem');

test('each note shows its author, organization, time and text, and the organizations that share it', async () => {
  const shared = note(2, { isShared: true, sharedWith: [clinic], edited: '2026-05-02T18:30:00.000Z' });
  await open([page({ notes: [shared, note(1, { text: '<b>bold</b>\n<img src=x onerror=alert(1)>' })] })]);
  await screen.findByText('Note 2');
  const [first, second] = items();
  expect(first).toHaveTextContent('Reyes, Dana · Northside Respiratory');
  expect(first).toHaveTextContent('05/01/2026 14:00:00 · edited 05/02/2026 14:30:00');
  expect(first).toHaveTextContent('Shared with Lakeview Sleep Clinic');
  expect(within(second!).getByText(/<b>bold<\/b>/)).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(second!.querySelector('b, img')).toBeNull();
});

test('the text of a note has the direction of its first letter', async () => {
  await open([page({ notes: [note(1, { text: 'القناع يتسرب 😀' })] })]);
  expect(await screen.findByText('القناع يتسرب 😀')).toHaveAttribute('dir', 'auto');
});

test('a long note is shown in part first', async () => {
  const { user } = await open([page({ notes: [note(1, { text: 'word '.repeat(200) })] })]);
  const all = await screen.findByRole('button', { name: 'Show all' });
  expect(all).toHaveAttribute('aria-expanded', 'false');
  await user.click(all);
  expect(await screen.findByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
});

test('without notes the card says so, and offers to add one only to who may', async () => {
  await open([page({ canWrite: false })]);
  expect(await screen.findByText('No notes about this patient.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
});

test('older notes are read on demand', async () => {
  const { user } = await open([
    page({ notes: [note(2)], hasNextPage: true }),
    page({ notes: [note(1)] }, { patientId: 'p7', first: 10, after: 'c1' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Show older notes' }));
  expect(await screen.findByText('Note 1')).toBeInTheDocument();
  expect(items()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show older notes' })).toBeNull();
});

test('a note of another user appears without a reload', async () => {
  await open([page({ notes: [note(1)] }), again({ notes: [note(2), note(1)] })], { live: 20 });
  expect(await screen.findByText('Note 2')).toBeInTheDocument();
  expect(items()).toHaveLength(2);
});

test('while the first notes are being read, those that an event has read are shown', () => {
  const { result } = page({ notes: [note(2)] });
  const { patientNotes } = (result as { data: { patientNotes: never } }).data;
  expect(withNewestNotes({}, { patientNotes })).toEqual({ patientNotes });
});

describe('a new note', () => {
  const input = (isShared: boolean) => ({ input: { patientId: 'p7', text: 'Called.', isShared } });
  const created = (isShared: boolean): MockLink.MockedResponse => ({
    request: { query: CreatePatientNoteDocument, variables: input(isShared) },
    result: answer('createPatientNote', 'CreatePatientNotePayload', { __typename: 'PatientNote', id: 'n9' }),
  });

  test('is saved for the own organization, and appears in the list', async () => {
    const { user } = await open([
      page({ readers: [clinic] }),
      created(false),
      again({ notes: [note(9, { text: 'Called.' })] }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), ' Called. ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The note was saved')).toBeInTheDocument();
    expect(await within(screen.getByRole('list', { name: 'Notes' })).findByText('Called.')).toBeInTheDocument();
  });

  test('beyond the limit of an hour is refused with the time, and its text stays in the form', async () => {
    const message = 'A user can write at most 60 notes in an hour. Try again in 34 minutes.';
    const { user } = await open([
      page({}),
      {
        ...created(false),
        result: {
          errors: [
            new GraphQLError(message, { extensions: { code: 'TOO_MANY', limit: 'limit.notes', retryAfter: 2000 } }),
          ],
        },
      },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), ' Called. ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Note/ })).toHaveValue(' Called. ');
  });

  test('is shared with the organizations that the form names', async () => {
    const { user } = await open([page({ readers: [clinic] }), created(true), again({})]);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'Called.');
    await user.click(screen.getByRole('checkbox', { name: /^Share with Lakeview Sleep Clinic/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The note was saved')).toBeInTheDocument();
  });

  test('of no organization but the own is not asked whether it is shared', async () => {
    const { user } = await open([page({})]);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('textbox', { name: /^Note/ })).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test.each([
    ['blanks', '   ', 'en', 'This field is required.'],
    ['8,001 characters', '😀'.repeat(8001), 'en', 'A note has at most 8,000 characters.'],
    ['8,001 characters, in Spanish', 'a'.repeat(8001), 'es', 'Una nota tiene como máximo 8,000 caracteres.'],
  ] as const)('of %s is refused without a request', async (_title, text, language, message) => {
    const { user } = await open([page({})], { language });
    await user.click(await screen.findByRole('button', { name: language === 'en' ? 'Add note' : 'Agregar nota' }));
    await user.click(await screen.findByRole('textbox'));
    await user.paste(text);
    await user.click(screen.getByRole('button', { name: language === 'en' ? 'Save' : 'Guardar' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});

describe("one's own note", () => {
  const own = note(1, { viewerCanUpdate: true });
  const mine = 'the note of 05/01/2026 14:00:00';

  test('is changed, and a change in another window is shown above the form, which keeps the text', async () => {
    const saving = (
      version: number,
      ...given: [object | null, object | null, ...object[]]
    ): MockLink.MockedResponse => {
      const [patientNote, conflict, ...userErrors] = given;
      const payload = { __typename: 'UpdatePatientNotePayload', patientNote, conflict, userErrors };
      return {
        request: {
          query: UpdatePatientNoteDocument,
          variables: { input: { noteId: 'n1', version, text: 'Note 1!' } },
        },
        result: { data: { updatePatientNote: payload } } as never,
      };
    };
    const saved = note(1, { viewerCanUpdate: true, text: 'Note 1!' });
    const { user } = await open([
      page({ notes: [own] }),
      saving(1, null, { __typename: 'PatientNote', id: 'n1', version: 2, text: 'Other' }, refusal),
      saving(2, saved, null),
      again({ notes: [saved] }),
    ]);
    await user.click(await screen.findByRole('button', { name: `Edit ${mine}` }));
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Changed elsewhere.');
    expect(notice).toHaveTextContent('Note: “Note 1” became “Other”. You entered “Note 1!”.');
    expect(screen.getByRole('textbox', { name: /^Note/ })).toHaveValue('Note 1!');
    await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is removed after a question, and the list says who removed it and when', async () => {
    const removed = { ...own, text: null, removed: '2026-05-03T18:00:00.000Z', viewerCanUpdate: false };
    const { user } = await open([
      page({ notes: [own] }),
      {
        request: { query: RemovePatientNoteDocument, variables: { input: { noteId: 'n1' } } },
        result: answer('removePatientNote', 'RemovePatientNotePayload', removed),
      },
      again({ notes: [removed as never] }),
    ]);
    await user.click(await screen.findByRole('button', { name: `Remove ${mine}` }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This note was removed by its author on 05/03/2026 14:00:00.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Note 1')).toBeNull());
    expect(screen.queryByRole('button', { name: `Edit ${mine}` })).toBeNull();
    expect(screen.getByRole('button', { name: `History of ${mine}` })).toBeInTheDocument();
  });
});

test('the history shows each earlier text with its time', async () => {
  const { user } = await open([
    page({ notes: [note(1, { edited: '2026-05-02T18:00:00.000Z' })] }),
    {
      request: { query: PatientNoteVersionsDocument, variables: { id: 'n1' } },
      result: {
        data: {
          node: {
            __typename: 'PatientNote',
            id: 'n1',
            versions: [
              { __typename: 'PatientNoteVersion', number: 1, text: 'At first', written: '2026-05-01T18:00:00.000Z' },
            ],
          },
        },
      },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'History of the note of 05/01/2026 14:00:00' }));
  const dialog = await screen.findByRole('dialog', { name: 'History of the note' });
  expect(await within(dialog).findByText('At first')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('Reyes, Dana, 05/01/2026 14:00:00');
});
