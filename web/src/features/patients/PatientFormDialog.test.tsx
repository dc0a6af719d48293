import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { workState } from '../../lib/unsavedWork.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { FindPatientProvidersDocument } from './gql/PatientConnectionsFields.ts';
import { PatientFormDocument } from './gql/PatientFormDialog.ts';
import {
  CheckCreatePatientDocument,
  CheckUpdatePatientDocument,
  CreatePatientDocument,
  UpdatePatientDocument,
} from './gql/usePatientForm.ts';
import { FindPossibleDuplicatesDocument } from './gql/usePossibleDuplicates.ts';
import { EditPatientDialog, NewPatientDialog } from './PatientFormDialog.tsx';

const ALL = [
  'firstName lastName birthDate sex assignedId therapyStart isRulesActive note',
  'phone mobilePhone email address1 address2 country city state zip dmeId clinicianId physicianId locationId',
].flatMap((names) => names.split(' '));

const stored = (facts: object = {}) => ({
  __typename: 'Patient',
  id: 'p7',
  version: 3,
  viewerCanUpdateFields: ALL,
  assignedId: 'NR-0007',
  isRulesActive: true,
  firstName: 'Sofía',
  lastName: 'Ramírez',
  birthDate: '1944-05-13',
  sex: 'FEMALE',
  therapyStart: '2026-03-12',
  note: null,
  email: null,
  phone: '5185550107',
  mobilePhone: null,
  address1: '1 Main Street',
  address2: null,
  country: 'US',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  organization: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
  provider: { __typename: 'Organization', id: 'o1', databaseId: 1, name: 'Northside Respiratory' },
  clinician: null,
  physician: null,
  location: null,
  ...facts,
});

const answer = (query: object, result: (variables: Record<string, unknown>) => object) => ({
  request: { query, variables: () => true },
  maxUsageCount: Infinity,
  result: (variables: Record<string, unknown>) => ({ data: result(variables) }),
});
const error = (field: string, message: string) => ({ __typename: 'UserError', field, code: 'x', message });

interface Server {
  patient?: object;
  /** Answers to writes, in order; the last one repeats. */
  saves?: object[];
  /** How each write ends instead: a part of its mock. */
  fault?: object;
  check?: object;
  duplicates?: object[];
  language?: Language;
  viewer?: Viewer;
}

async function open(kind: 'new' | 'edit', server: Server = {}) {
  const { patient = stored(), saves = [{}], fault, check = {}, duplicates = [], language, viewer } = server;
  const saved = jest.fn<(input: unknown) => void>();
  const checked = jest.fn<(variables: Record<string, unknown>) => void>();
  const createChecked = jest.fn<(variables: Record<string, unknown>) => void>();
  const searched = jest.fn<(input: unknown) => void>();
  let nth = 0;
  const save = (field: string, done: object) => (variables: Record<string, unknown>) => {
    saved(variables.input);
    const given = saves[Math.min(nth++, saves.length - 1)]!;
    return { [field]: { __typename: 'Payload', ...done, userErrors: [], ...given } };
  };
  const mocks = [
    answer(PatientFormDocument, () => ({ patient })),
    answer(CheckCreatePatientDocument, (variables) => {
      createChecked(variables);
      return { checkCreatePatient: { __typename: 'Check', userErrors: [] } };
    }),
    answer(CheckUpdatePatientDocument, (variables) => {
      checked(variables);
      return {
        checkUpdatePatient: {
          __typename: 'Check',
          userErrors: [],
          conflict: null,
          access: null,
          ...(variables.only === null && check),
        },
      };
    }),
    {
      ...answer(
        CreatePatientDocument,
        save('createPatient', { patient: { __typename: 'Patient', id: 'p9', databaseId: 9 } }),
      ),
      ...fault,
    },
    answer(UpdatePatientDocument, save('updatePatient', { patient, conflict: null })),
    answer(FindPatientProvidersDocument, () => ({
      patientProviders: [{ __typename: 'PatientOrganization', databaseId: 3, name: 'Harbor Home Medical' }],
    })),
    answer(FindPossibleDuplicatesDocument, ({ input }) => {
      searched(input);
      return { possibleDuplicates: duplicates };
    }),
  ];
  const onClose = jest.fn();
  const dialog =
    kind === 'new' ? <NewPatientDialog onClose={onClose} /> : <EditPatientDialog patientId="p7" onClose={onClose} />;
  const drawn = jest.fn();
  const view = await renderApp(
    <Profiler id="dialog" onRender={drawn}>
      {dialog}
    </Profiler>,
    { mocks: mocks as never, language, viewer },
  );
  await screen.findByRole('tablist');
  const { user } = view;
  const tab = (name: RegExp) => screen.getByRole('tab', { name });
  const enter = async (label: RegExp, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  const submit = () => user.click(screen.getByRole('button', { name: /^(Save|Guardar)$/ }));
  return { ...view, drawn, onClose, saved, checked, createChecked, searched, tab, enter, submit };
}

/** Fills in what a new patient needs. */
async function fill({ enter, tab, user }: Awaited<ReturnType<typeof open>>) {
  await enter(/^First name/, 'Ana');
  await enter(/^Last name/, 'Muñoz');
  await user.click(tab(/^Contact Info/));
  await enter(/^City/, 'Troy');
  await user.selectOptions(screen.getByRole('combobox', { name: /^State/ }), 'NY');
}

describe('a new patient', () => {
  test('has the documented tabs; device and PIN are in Assign Equipment, and rules come later', async () => {
    const { tab, user } = await open('new');
    expect(screen.getByRole('dialog', { name: 'Add Patient' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Demographics',
      'Assign Equipment',
      'Contact Info',
      'Connections',
      'Notifications/Rules',
    ]);
    await user.click(tab(/^Assign Equipment/));
    expect(screen.getByRole('textbox', { name: 'Current serial' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Device PIN' })).toBeInTheDocument();
    await user.click(tab(/^Notifications/));
    expect(screen.getByRole('tabpanel')).toHaveTextContent(/^TBD$/);
  });

  test('needs a last name, a city and a state: the tabs count what is missing, and the first one takes the focus', async () => {
    const { submit, saved, tab, user } = await open('new');
    await user.click(tab(/^Contact Info/));
    await submit();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Last name/ })).toHaveFocus());
    expect(tab(/^Demographics/)).toHaveAccessibleName('Demographics 1 invalid field');
    expect(tab(/^Contact/)).toHaveAccessibleName('Contact Info 2 invalid fields');
    expect(tab(/^Connections/)).toHaveAccessibleName('Connections');
    expect(saved).not.toHaveBeenCalled();
  });

  test('is drawn once for a name that is typed, not once for each of its letters', async () => {
    const { user, drawn } = await open('new');
    const name = await screen.findByRole('textbox', { name: /^First name/ });
    await user.type(name, 'An');
    const before = drawn.mock.calls.length;
    await user.type(name, 'astasia', { skipClick: true });
    expect(name).toHaveValue('Anastasia');
    expect(drawn.mock.calls.length).toBe(before);
  });

  test('counts no field that was only left on the way to another tab', async () => {
    const { tab, user } = await open('new');
    await user.click(screen.getByRole('textbox', { name: /^Last name/ }));
    await user.click(tab(/^Contact Info/));
    await waitFor(() => expect(tab(/^Contact Info/)).toHaveAttribute('aria-selected', 'true'));
    await user.click(tab(/^Demographics/));
    expect(screen.getByRole('textbox', { name: /^Last name/ })).toBeInvalid();
    expect(tab(/^Demographics/)).toHaveAccessibleName('Demographics');
  });

  test('is saved once by a double click, with the own organization as provider, and its page opens', async () => {
    const view = await open('new');
    await fill(view);
    const button = screen.getByRole('button', { name: 'Save' });
    act(() => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    expect(await screen.findByText('Patient was successfully created!')).toBeInTheDocument();
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/patients/9'));
    expect(view.onClose).toHaveBeenCalledTimes(1);
    expect(view.saved.mock.calls).toEqual([
      [
        expect.objectContaining({
          firstName: 'Ana',
          lastName: 'Muñoz',
          city: 'Troy',
          state: 'NY',
          country: 'US',
          dmeId: '1',
          clinicianId: null,
          birthDate: null,
          currentSerial: null,
        }),
      ],
    ]);
  });

  test('that the server refuses in another tab opens that tab and focuses the field', async () => {
    const view = await open('new', {
      saves: [{ patient: null, userErrors: [error('dme_id', 'This provider is inactive.')] }],
    });
    await fill(view);
    await view.submit();
    expect(await screen.findByText('This provider is inactive.')).toBeInTheDocument();
    expect(view.tab(/^Connections/)).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^Provider/ })).toHaveFocus());
  });

  test.each([
    [
      'a fault of the server',
      { result: { errors: [{ message: 'broken', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] } },
      'Something was wrong',
    ],
    ['a lost connection', { error: new Unreachable(), result: undefined }, /^The connection was lost/],
  ])('is not lost by %s', async (_what, fault, text) => {
    const view = await open('new', { fault });
    await fill(view);
    await view.submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Troy');
    expect(workState()).toBe('dirty');
  });

  test.each<[who: string, viewer: Viewer, provider: string]>([
    ['an equipment provider', testViewer, 'Northside Respiratory'],
    ['a clinic', { ...testViewer, organization: { ...testViewer.organization, type: 'Clinical' } }, ''],
    [
      'support staff who acts in an organization',
      { ...testViewer, actingOrganization: { ...testViewer.organization, id: 'o8', name: 'Harbor Home Medical' } },
      '',
    ],
  ])('of %s begins with this provider: %#', async (_who, viewer, provider) => {
    const { tab, user } = await open('new', { viewer });
    await user.click(tab(/^Connections/));
    expect(screen.getByRole('combobox', { name: /^Provider/ })).toHaveValue(provider);
  });

  test('has its PIN checked only when it is saved: each check counts as an attempt', async () => {
    const { enter, tab, user, createChecked, quiet } = await open('new');
    await user.click(tab(/^Assign Equipment/));
    await enter(/^Device PIN/, '1234');
    await enter(/^Current serial/, 'A3900010001');
    await user.tab();
    await waitFor(() => expect(createChecked).toHaveBeenCalled());
    await quiet();
    expect(createChecked.mock.calls.flatMap(([{ only }]) => only)).not.toContain('devicePin');
  });

  test('asks before unsaved input is lost', async () => {
    const { enter, user, onClose } = await open('new');
    await enter(/^First name/, 'Ana');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: /^First name/ })).toHaveValue('Ana');
  });

  test('who may exist already is named with the reason and a link in a new tab, and nothing is stored', async () => {
    const duplicate = {
      __typename: 'PossibleDuplicate',
      patient: {
        __typename: 'Patient',
        id: 'p5',
        databaseId: 5,
        firstName: 'Ana',
        lastName: 'Munoz',
        birthDate: '1950-01-02',
      },
      reasons: ['NAME_AND_BIRTH_DATE', 'PHONE'],
    };
    const { enter, searched, tab, user } = await open('new', { duplicates: [duplicate] });
    await enter(/^First name/, 'Ana');
    await enter(/^Last name/, 'Muñoz');
    expect(searched).not.toHaveBeenCalled();
    await enter(/^Birth date/, '01/02/1950');
    const link = await screen.findByRole('link', { name: 'Munoz, Ana (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/patients/5');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.closest('li')).toHaveTextContent('born 01/02/1950 · same name and birth date · same phone number');
    expect(searched.mock.lastCall).toEqual([
      expect.objectContaining({ firstName: 'Ana', lastName: 'Muñoz', birthDate: '1950-01-02', exceptId: null }),
    ]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Ana');
    await user.click(tab(/^Contact Info/));
    expect(screen.getByRole('link', { name: /Munoz, Ana/ })).toBeInTheDocument();
    await user.click(tab(/^Demographics/));
    await user.clear(screen.getByRole('textbox', { name: /^Last name/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Munoz, Ana/ })).not.toBeInTheDocument());
  });
});

describe('a stored patient', () => {
  test('is opened with its values, and only what changes is sent', async () => {
    const { tab, user, enter, submit, saved, onClose } = await open('edit');
    expect(screen.getByRole('dialog', { name: 'Update Patient' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Sex' })).toHaveValue('f');
    await user.click(tab(/^Assign Equipment/));
    expect(screen.getByRole('tabpanel')).toHaveTextContent(/^TBD$/);
    await user.click(tab(/^Contact Info/));
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('(518) 555-0107');
    await enter(/^City/, 'Troy');
    await submit();
    expect(await screen.findByText('Patient was successfully updated!')).toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(saved.mock.calls).toEqual([[{ patientId: 'p7', version: 3, city: 'Troy' }]]);
  });

  test('is not its own duplicate, and one with its phone number is named', async () => {
    const { enter, searched, tab, user } = await open('edit');
    await user.click(tab(/^Contact Info/));
    await enter(/^Mobile/, '5185550108');
    await waitFor(() => expect(searched).toHaveBeenCalled());
    expect(searched.mock.lastCall).toEqual([
      expect.objectContaining({ phone: '5185550107', mobilePhone: '5185550108', exceptId: 'p7' }),
    ]);
  });

  test('that the server refuses stays open with the reason at its field', async () => {
    const { enter, submit, onClose } = await open('edit', {
      saves: [{ patient: null, userErrors: [error('note', 'This note is not possible.')] }],
    });
    await enter(/^Note/, 'Prefers mornings');
    await submit();
    expect(await screen.findByText('This note is not possible.')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('with another country needs a state of it, also when nothing else changes', async () => {
    const { tab, user, submit, saved } = await open('edit');
    await user.click(tab(/^Contact Info/));
    await user.selectOptions(screen.getByRole('combobox', { name: /^Country/ }), 'CA');
    await submit();
    expect(await screen.findByRole('combobox', { name: /^Province/ })).toHaveAccessibleErrorMessage(
      'This field is required.',
    );
    expect(screen.getByRole('textbox', { name: /^Postal/ })).toBeInvalid();
    expect(saved).not.toHaveBeenCalled();
  });

  test('keeps clinician and physician apart', async () => {
    const person = (databaseId: number, lastName: string) => ({
      __typename: 'User',
      id: `u${databaseId}`,
      databaseId,
      firstName: 'Ana',
      lastName,
    });
    const { tab, user, enter, submit, saved } = await open('edit', {
      patient: stored({ clinician: person(4, 'Castro'), physician: person(5, 'Pham') }),
    });
    await user.click(tab(/^Connections/));
    expect(screen.getByRole('combobox', { name: /^Clinician/ })).toHaveValue('Castro, Ana');
    expect(screen.getByRole('combobox', { name: /^Physician/ })).toHaveValue('Pham, Ana');
    await user.click(tab(/^Demographics/));
    await enter(/^Note/, 'x');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ patientId: 'p7', version: 3, note: 'x' }));
  });

  test('keeps an older value that the rules refuse today', async () => {
    const { enter, submit, saved } = await open('edit', { patient: stored({ city: null, state: null }) });
    await enter(/^Note/, 'Prefers mornings');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ patientId: 'p7', version: 3, note: 'Prefers mornings' }));
  });

  test('of another organization shows as text what its owner alone changes, and why', async () => {
    const { enter, submit, saved, tab, user } = await open('edit', {
      patient: stored({ viewerCanUpdateFields: ['therapyStart', 'note'] }),
    });
    expect(screen.getByText(/^The patient belongs to Northside Respiratory\./)).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: /^First name/ })).not.toBeInTheDocument();
    await user.click(tab(/^Connections/));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Provider (DME)Northside Respiratory');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    await user.click(tab(/^Demographics/));
    await enter(/^Note/, 'Seen today');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ patientId: 'p7', version: 3, note: 'Seen today' }));
  });

  test('of another provider is saved only after the question that names who will see the patient', async () => {
    const named = (...names: string[]) => names.map((name) => ({ __typename: 'PatientOrganization', name }));
    const { tab, user, submit, saved } = await open('edit', {
      check: {
        access: {
          __typename: 'PatientAccessChange',
          gains: named('Harbor Home Medical'),
          loses: named('Lakeview Sleep Clinic'),
        },
      },
    });
    await user.click(tab(/^Connections/));
    const provider = screen.getByRole('combobox', { name: /^Provider/ });
    expect(provider).toHaveValue('Northside Respiratory');
    await user.clear(provider);
    await user.type(provider, 'har');
    await user.click(await screen.findByRole('option', { name: 'Harbor Home Medical' }));
    await submit();
    const question = await screen.findByRole('alertdialog', { name: 'Change who sees the patient?' });
    expect(question).toHaveTextContent('Will see the patient: Harbor Home Medical.');
    expect(question).toHaveTextContent('Will no longer see the patient: Lakeview Sleep Clinic.');
    expect(saved).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ patientId: 'p7', version: 3, dmeId: '3' }));
  });

  test('that another user changed shows both changes, and the own one is saved on top', async () => {
    const theirs = stored({ version: 4, city: 'Buffalo', lastName: 'Quinn' });
    const { enter, submit, tab, user, saved } = await open('edit', {
      saves: [{ patient: null, conflict: theirs, userErrors: [error('', 'Changed.')] }, {}],
    });
    await user.click(tab(/^Contact Info/));
    await enter(/^City/, 'Troy');
    await submit();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('City: “Albany” became “Buffalo”. You entered “Troy”.');
    expect(notice).toHaveTextContent('Last name: “Ramírez” became “Quinn”.');
    expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Troy');
    await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
    await submit();
    await waitFor(() => expect(saved).toHaveBeenLastCalledWith({ patientId: 'p7', version: 4, city: 'Troy' }));
  });

  test('that another user changed is theirs when the own changes are given up', async () => {
    const theirs = stored({ version: 4, city: 'Buffalo' });
    const { enter, submit, tab, user, onClose } = await open('edit', {
      saves: [{ patient: null, conflict: theirs, userErrors: [error('', 'Changed.')] }],
    });
    await user.click(tab(/^Contact Info/));
    await enter(/^City/, 'Troy');
    await submit();
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Discard my changes' }));
    expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Buffalo');
    // Nothing of the own is left to lose.
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('has its form in Spanish', async () => {
    await open('edit', { language: 'es' });
    expect(screen.getByRole('dialog', { name: 'Actualizar paciente' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Datos demográficos',
      'Asignar equipo',
      'Contacto',
      'Conexiones',
      'Notificaciones/Reglas',
    ]);
  });
});
