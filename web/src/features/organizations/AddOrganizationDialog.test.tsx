import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { enter } from '../../testing/enter.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { AddOrganization } from './AddOrganization.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './AddOrganizationDialog.tsx';
import type { MigrationSteps } from './AddOrganizationDialog.tsx';
import { OrganizationChoicesDocument } from './gql/AddOrganizationDialog.ts';
import { CheckCreateOrganizationDocument, CreateOrganizationDocument } from './gql/useOrganizationForm.ts';
import type { SelectedLocation } from './organizationForm.ts';

interface Refusal {
  field: string;
  code: string;
  message: string;
}
const refusals = (userErrors: Refusal[]) => userErrors.map((error) => ({ __typename: 'UserError', ...error }));
const choices = {
  request: { query: OrganizationChoicesDocument },
  result: {
    data: {
      organizationTypes: [
        { __typename: 'OrganizationType', databaseId: 1, type: 'Equipment Provider', isClinical: false },
        { __typename: 'OrganizationType', databaseId: 2, type: 'Clinical', isClinical: true },
      ],
      clinicalTypes: [{ __typename: 'ClinicalType', databaseId: 3, type: 'Physician practice' }],
    },
  },
};
const checks = {
  request: { query: CheckCreateOrganizationDocument, variables: () => true },
  maxUsageCount: Number.POSITIVE_INFINITY,
  result: {
    data: { checkCreateOrganization: { __typename: 'CreateOrganizationCheck', userErrors: [] } },
  },
};
const creates = (sent: object[], { errors = [] as Refusal[], dmeId = null as string | null } = {}) => ({
  request: {
    query: CreateOrganizationDocument,
    variables: (variables: object) => {
      sent.push(variables);
      return true;
    },
  },
  result: {
    data: {
      createOrganization: {
        __typename: 'CreateOrganizationPayload',
        organization: errors.length
          ? null
          : {
              __typename: 'Organization',
              id: 'o9',
              name: 'North',
              record: { __typename: 'OrganizationRecord', dmeId },
            },
        userErrors: refusals(errors),
      },
    },
  },
});

const location: SelectedLocation = {
  dmeId: 'D-17',
  name: 'Old Mill',
  address1: '4 Mill Lane',
  address2: null,
  zip: '13501',
  city: 'Utica',
  state: 'NY',
  country: 'US',
  phone: '3155550110',
};
/** The legacy system knows nothing but its name. */
const bare: SelectedLocation = {
  dmeId: 'D-18',
  name: 'Bare',
  address1: null,
  address2: null,
  zip: null,
  city: null,
  state: null,
  country: null,
  phone: null,
};
const steps = (migrate: MigrationSteps['migrate'] = async () => [], selected = location): MigrationSteps => ({
  Search: ({ onSelect, onBack }) => (
    <>
      <button onClick={() => onSelect(selected)}>Select as Primary</button>
      <button onClick={() => onSelect(bare)}>Select the bare one</button>
      <button onClick={onBack}>Back</button>
    </>
  ),
  migrate,
  Patients: ({ dmeId, onDone }) => <button onClick={onDone}>Migrate {dmeId}</button>,
});

async function open(
  mocks: object[] = [],
  props: { steps?: MigrationSteps; language?: Language; wait?: boolean; types?: object } = {},
) {
  const onMigrated = jest.fn();
  const view = await renderApp(<AddOrganization steps={props.steps} onMigrated={onMigrated} />, {
    viewer: { ...testViewer, viewerCanCreateOrganizations: true },
    mocks: [props.types ?? choices, checks, ...mocks] as never,
    language: props.language,
  });
  if (props.wait !== false) await view.user.click(screen.getByRole('button', { name: /organizat|organizac/ }));
  if (props.types) return { ...view, onMigrated };
  await screen.findByRole('textbox', { name: /^(Organization name|Nombre de la org)/ });
  return { ...view, onMigrated };
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const list = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name });
type User = Awaited<ReturnType<typeof open>>['user'];
async function fill(user: User) {
  await enter(user, box(/^Organization name/), 'North');
  await user.selectOptions(list(/^Organization type/), 'Equipment Provider');
  await enter(user, box(/^Location name/), 'Main');
  await enter(user, box(/^Address 1/), '1 Main St');
  await user.selectOptions(list(/^State/), 'New York');
  await enter(user, box(/^City/), 'Albany');
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Create organization' }));

describe('Create Organization', () => {
  test('sends the organization with its primary location, and names what was created', async () => {
    const sent: object[] = [];
    const { user } = await open([creates(sent)]);
    await fill(user);
    await submit(user);
    expect(await screen.findByText('North was created as a draft')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([
      {
        input: {
          name: 'North',
          typeId: 1,
          clinicalTypeId: null,
          dmeId: null,
          locations: [
            {
              name: 'Main',
              address1: '1 Main St',
              address2: null,
              country: 'US',
              state: 'NY',
              city: 'Albany',
              zip: null,
              phone: null,
              customId: null,
            },
          ],
        },
      },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('asks for the clinical type of clinics only', async () => {
    const { user } = await open();
    expect(screen.queryByRole('combobox', { name: /^Clinical type/ })).not.toBeInTheDocument();
    await user.selectOptions(list(/^Organization type/), 'Clinical');
    expect(list(/^Clinical type/)).toBeInTheDocument();
    await submit(user);
    expect(list(/^Clinical type/)).toHaveAttribute('aria-invalid', 'true');
  });

  test('refusals of the server are at their fields, below an alert that can be dismissed', async () => {
    const errors = [
      { field: 'name', code: 'x', message: 'This name is odd.' },
      { field: 'locations.0.zip', code: 'x', message: 'No such code.' },
    ];
    const { user } = await open([creates([], { errors })]);
    await fill(user);
    await submit(user);
    expect(await screen.findByText('No such code.')).toBeInTheDocument();
    expect(screen.getByText('This name is odd.')).toBeInTheDocument();
    expect(box(/^Organization name/)).toHaveAttribute('aria-invalid', 'true');
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Please review the information entered.');
    await user.click(within(alert).getByRole('button'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(box(/^City/)).toHaveValue('Albany');
  });

  test('another failure is an unexpected error', async () => {
    const { user } = await open([
      {
        request: { query: CreateOrganizationDocument, variables: () => true },
        result: { errors: [{ message: 'Server Error' }] },
      },
    ]);
    await fill(user);
    await submit(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred');
  });

  test('types that cannot be loaded are logged and shown with Retry', async () => {
    const logged = expectConsoleError(/^The types of organizations were not loaded: /);
    const { user } = await open([choices], { types: { request: choices.request, error: new Unreachable() } });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('combobox', { name: /^Organization type/ })).toBeInTheDocument();
    expect(logged()).toBe(1);
  });

  test('what was half typed is there again after a reload, until it is cleared or given up', async () => {
    const first = await open();
    await first.user.type(box(/^Organization name/), 'Nor');
    await first.user.selectOptions(list(/^Country/), 'Canada');
    first.unmount();
    const { user } = await open([], { wait: false });
    expect([box(/^Organization name/).value, list(/^Country/).value]).toEqual(['Nor', 'CA']);
    await user.click(screen.getByRole('button', { name: 'clear form' }));
    expect([box(/^Organization name/).value, list(/^Country/).value]).toEqual(['', 'US']);
    expect(sessionStorage).toHaveLength(0);
  });

  test('what was half typed is forgotten when it is given up, and when the organization was created', async () => {
    const first = await open();
    await first.user.type(box(/^Organization name/), 'Nor');
    await first.user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog'));
    await first.user.click(question.getAllByRole('button').at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage).toHaveLength(0);
    first.unmount();
    const sent: object[] = [];
    const { user } = await open([creates(sent)], { steps: steps() });
    await fill(user);
    await user.dblClick(screen.getByRole('button', { name: 'Create organization' }));
    // It has no location of the legacy system: nothing is migrated.
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage).toHaveLength(0);
    expect(sent).toMatchObject([{ input: { name: 'North', dmeId: null } }]);
  });

  test('has Spanish texts', async () => {
    await open([], { language: 'es' });
    expect(screen.getByRole('dialog', { name: 'Crear organización' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'vaciar el formulario' })).toBeInTheDocument();
  });
});

describe('the modes of a migration', () => {
  const select = async (user: User) => {
    await user.selectOptions(list(/^Organization type/), 'Equipment Provider');
    await user.click(screen.getByRole('button', { name: 'Migrate Organization' }));
    await user.click(await screen.findByRole('button', { name: 'Select as Primary' }));
    await screen.findByRole('textbox', { name: /^Organization name/ });
  };

  test('are offered only for equipment providers, and going back keeps what was entered', async () => {
    const { user } = await open([], { steps: steps() });
    await user.type(box(/^City/), 'Troy');
    await user.selectOptions(list(/^Organization type/), 'Clinical');
    expect(screen.queryByRole('button', { name: 'Migrate Organization' })).not.toBeInTheDocument();
    await user.selectOptions(list(/^Organization type/), 'Equipment Provider');
    await user.click(screen.getByRole('button', { name: 'Migrate Organization' }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('textbox', { name: /^City/ })).toHaveValue('Troy');
  });

  test('a selected location fills the name, the type and the address', async () => {
    const { user } = await open([], { steps: steps() });
    await select(user);
    expect(
      [box(/^Organization name/), box(/^Location name/), box(/^Address 1/), box(/^City/), box(/^ZIP/)].map(
        ({ value }) => value,
      ),
    ).toEqual(['Old Mill', 'Old Mill', '4 Mill Lane', 'Utica', '13501']);
    expect([list(/^Organization type/).value, list(/^State/).value, box(/^Phone/).value]).toEqual([
      '1',
      'NY',
      '(315) 555-0110',
    ]);
    expect(screen.getByText('Location D-17 of the legacy system becomes the primary location.')).toBeInTheDocument();
  });

  test('a selected location keeps what was typed into a field that it has no value for, but not the values of another one', async () => {
    const { user } = await open([], { steps: steps() });
    const again = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Migrate Organization' }));
      await user.click(await screen.findByRole('button', { name }));
      await screen.findByRole('textbox', { name: /^Organization name/ });
    };
    const values = () =>
      [/^Address 1/, /^Address 2/, /^City/, /^ZIP/, /^Phone/, /^Custom ID/].map((name) => box(name).value);
    await enter(user, box(/^Custom ID/), 'C-7');
    await enter(user, box(/^City/), 'Troy');
    await user.selectOptions(list(/^State/), 'Ohio');
    await user.selectOptions(list(/^Organization type/), 'Equipment Provider');
    await again('Select the bare one');
    expect([box(/^Location name/).value, ...values()]).toEqual(['Bare', '', '', 'Troy', '', '', 'C-7']);
    expect(list(/^State/).value).toBe('OH');
    await again('Select as Primary');
    expect(values()).toEqual(['4 Mill Lane', '', 'Utica', '13501', '(315) 555-0110', 'C-7']);
    await again('Select the bare one');
    expect(values()).toEqual(['', '', '', '', '', 'C-7']);
  });

  test('a selected location without a state of its country leaves the state to be chosen, and the clinical type empty', async () => {
    const { user } = await open([], { steps: steps(undefined, { ...location, state: 'ON' }) });
    await user.selectOptions(list(/^Organization type/), 'Clinical');
    await user.selectOptions(list(/^Clinical type/), 'Physician practice');
    await select(user);
    expect([list(/^Country/).value, list(/^State/).value]).toEqual(['US', '']);
    await submit(user);
    await waitFor(() => expect(list(/^State/)).toHaveAccessibleErrorMessage('This field is required.'));
    await user.selectOptions(list(/^Organization type/), 'Clinical');
    expect(list(/^Clinical type/).value).toBe('');
  });

  test('after the creation the location is migrated, then its patients, and then it is completed', async () => {
    const sent: object[] = [];
    const migrate = jest.fn<MigrationSteps['migrate']>(async () => []);
    const { user, onMigrated } = await open([creates(sent, { dmeId: 'D-17' })], { steps: steps(migrate) });
    await select(user);
    await submit(user);
    await user.click(await screen.findByRole('button', { name: 'Migrate D-17' }));
    expect(sent).toMatchObject([{ input: { dmeId: 'D-17', typeId: 1 } }]);
    expect(migrate.mock.calls).toEqual([['D-17']]);
    expect(onMigrated.mock.calls).toEqual([['o9']]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Migrate D-17' })).not.toBeInTheDocument());
  });

  test('a location that cannot be migrated is refused at the selection, until it is removed', async () => {
    const text = 'The location has already been migrated.';
    const refused = creates([], { errors: [{ field: 'dmeId', code: 'migration.already', message: text }] });
    const { user } = await open([refused], { steps: steps() });
    await select(user);
    await submit(user);
    expect(await screen.findByText(text)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(box(/^Organization name/).value).toBe('Old Mill');
  });

  test('a location that is not migrated after all is a message, and the organization stays created', async () => {
    const refused = async () => [{ field: 'dmeId', code: 'x', message: 'The location has already been migrated.' }];
    const { user, onMigrated } = await open([creates([], { dmeId: 'D-17' })], { steps: steps(refused) });
    await select(user);
    await submit(user);
    expect(await screen.findByText('The location has already been migrated.')).toBeInTheDocument();
    expect(onMigrated).not.toHaveBeenCalled();
  });
});
