import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UpdateOrganizationSettingsDocument } from '../features/organizations/gql/OrganizationSettingsForm.ts';
import { WebhooksPanelDocument } from '../features/webhooks/gql/WebhooksPanel.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SettingsPageDocument } from './gql/SettingsPage.ts';
import { SettingsPage } from './SettingsPage.tsx';

const settings = {
  __typename: 'OrganizationSettings',
  version: 4,
  timezone: 'America/New_York',
  locale: 'EN',
  sessionIdleMinutes: 30,
  exportToCsvAccess: 'ALL',
  allowVentilatorSupport: false,
  ventilatorVisibility: 'ALL_USERS',
  allowApiKeyManagement: false,
  physicianCanAddMissingPin: false,
  disallowExternalDeviceEdit: false,
  twoFactorEnabled: false,
  twoFactorPreventPhoneNumbers: false,
  twoFactorApp: true,
  twoFactorSms: true,
};
const organization = (changes: object = {}) => ({
  __typename: 'Organization',
  id: testViewer.organization.id,
  timezone: 'America/New_York',
  settings: { ...settings, ...changes },
});
const read = {
  request: { query: SettingsPageDocument },
  result: { data: { viewer: { __typename: 'Viewer', organization: organization() } } },
};
const webhooks = {
  request: { query: WebhooksPanelDocument },
  result: { data: { webhookEndpoints: [] } },
  maxUsageCount: Infinity,
};
const saves = (input: object, payload: object) => ({
  request: { query: UpdateOrganizationSettingsDocument, variables: { input } },
  result: {
    data: {
      updateOrganizationSettings: {
        __typename: 'UpdateOrganizationSettingsPayload',
        organization: null,
        conflict: null,
        userErrors: [],
        ...payload,
      },
    },
  },
});

async function open(mocks: object[] = [], language: Language = 'en') {
  const viewer = { ...testViewer, viewerCanUpdateOrganizationSettings: true };
  const view = await renderApp(<SettingsPage />, { mocks: [read, webhooks, ...mocks] as never, language, viewer });
  await screen.findByRole('combobox', { name: language === 'en' ? 'Time zone' : 'Zona horaria' });
  return view;
}
const choice = (name: string) => screen.getByRole('combobox', { name });
const flag = (name: string) => screen.getByRole('checkbox', { name });
const save = () => screen.getByRole('button', { name: 'Save settings' });

test('each setting is shown with its value and an explanation of its effect', async () => {
  await open();
  expect(choice('Time zone')).toHaveDisplayValue('America/New York');
  expect(choice('Sign out idle users after')).toHaveDisplayValue('30 minutes');
  expect(choice('Save lists as CSV files')).toHaveDisplayValue('All users who see the list');
  expect(screen.getAllByRole('combobox')).toHaveLength(5);
  expect(screen.getAllByRole('checkbox')).toHaveLength(8);
  for (const control of [...screen.getAllByRole('combobox'), ...screen.getAllByRole('checkbox')])
    expect(control).toHaveAccessibleDescription(/\.$/);
  expect(save()).toBeDisabled();
});

test('only what the user changed is sent, with the version that they saw', async () => {
  const changes = { exportToCsvAccess: 'ADMINISTRATORS', allowApiKeyManagement: true };
  const { user, quiet } = await open([
    saves({ version: 4, ...changes }, { organization: organization({ ...changes, version: 5 }) }),
    saves(
      { version: 5, allowApiKeyManagement: false },
      { organization: organization({ ...changes, allowApiKeyManagement: false, version: 6 }) },
    ),
  ]);
  await user.selectOptions(choice('Save lists as CSV files'), 'Administrators only');
  await user.click(flag('Allow API keys'));
  await user.click(save());
  expect(await screen.findByText('The settings were saved')).toBeInTheDocument();
  await waitFor(() => expect(save()).toBeDisabled());
  await user.click(flag('Allow API keys'));
  await user.click(save());
  await quiet();
  expect(screen.getAllByText('The settings were saved')).toHaveLength(2);
  expect(save()).toBeDisabled();
  expect(flag('Allow API keys')).not.toBeChecked();
});

test('when another administrator was first, the newer values are shown, and what the user changed is kept', async () => {
  const refusal = { __typename: 'UserError', field: '', code: 'conflict', message: 'Changed.' };
  const now = { sessionIdleMinutes: 15, twoFactorEnabled: true, version: 5 };
  const { user } = await open([
    saves({ version: 4, locale: 'ES' }, { conflict: organization(now), userErrors: [refusal] }),
    saves({ version: 5, locale: 'ES' }, { organization: organization({ ...now, locale: 'ES', version: 6 }) }),
  ]);
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  await user.selectOptions(choice('Language of new users'), 'Spanish');
  await user.click(save());
  const notice = await screen.findByRole('alert');
  expect(scrolled.mock.contexts).toContain(notice);
  scrolled.mockRestore();
  expect(notice).toHaveTextContent('Changed.');
  expect(notice).toHaveTextContent('Sign out idle users after: “30 minutes” became “15 minutes”.');
  expect(notice).toHaveTextContent(/Require a second factor: “\w+” became “\w+”\./);
  expect(choice('Language of new users')).toHaveDisplayValue('Spanish');
  await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
  expect(choice('Sign out idle users after')).toHaveDisplayValue('15 minutes');
  expect(flag('Require a second factor')).toBeChecked();
  expect(choice('Language of new users')).toHaveDisplayValue('Spanish');
  await user.click(save());
  expect(await screen.findByText('The settings were saved')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal is shown at its field', async () => {
  const message = 'A second factor needs at least one method. Choose the app or text messages.';
  const refusal = { __typename: 'UserError', field: 'twoFactorApp', code: 'organization_settings.no_method', message };
  const input = { version: 4, twoFactorEnabled: true, twoFactorApp: false, twoFactorSms: false };
  const { user } = await open([saves(input, { userErrors: [refusal] })]);
  for (const name of ['Require a second factor', 'Authenticator app', 'Text messages']) await user.click(flag(name));
  await user.click(save());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(flag('Authenticator app')).toBeInvalid();
});

test('a value that the list does not offer stays as it is', async () => {
  const other = {
    ...read,
    result: { data: { viewer: { __typename: 'Viewer', organization: organization({ sessionIdleMinutes: 7 }) } } },
  };
  const viewer = { ...testViewer, viewerCanUpdateOrganizationSettings: true };
  await renderApp(<SettingsPage />, { mocks: [other, webhooks], viewer });
  expect(await screen.findByRole('combobox', { name: 'Sign out idle users after' })).toHaveDisplayValue('7 minutes');
});

test('in Spanish', async () => {
  await open([], 'es');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ajustes');
  expect(screen.getByRole('button', { name: 'Guardar los ajustes' })).toBeInTheDocument();
});

test('a user who may not change the settings sees that, and nothing is asked of the server', async () => {
  await renderApp(<SettingsPage />);
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(within(document.body).queryByRole('combobox')).toBeNull();
});

test('the webhooks of the organization are below its settings', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Webhooks' })).toBeInTheDocument();
  expect(await screen.findByText('This organization has no webhooks.')).toBeInTheDocument();
});
