import type { MockLink } from '@apollo/client/testing';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { SettingsEditor_historyFragmentDoc } from './gql/SettingsEditor.ts';
import { CheckSubmitSettingsDocument, SubmitSettingsDocument } from './gql/useSettingsEditor.ts';
import { SettingsEditor } from './SettingsEditor.tsx';
import { currentSettings, deviceSettings, pendingSettings } from './settingsFixtures.ts';
import { pressureChange, settingsForm, type SettingsFormData } from './settingsFormFixtures.ts';

/** Answers of an operation, one after the other; the last repeats. An Error is a server that cannot be reached. */
export type Answers = readonly (object | Error)[];

export const answering = (
  query: MockLink.MockedResponse['request']['query'],
  answers: Answers,
  data: (answer: object, variables: never) => object,
) =>
  answers.map((answer, index): MockLink.MockedResponse => ({
    request: { query, variables: () => true },
    maxUsageCount: index === answers.length - 1 ? Infinity : 1,
    ...(answer instanceof Error
      ? { error: answer }
      : { result: (variables) => ({ data: data(answer, variables as never) as never }) }),
  }));

/** Returns the server's answers to the check and the submission of settings, and the inputs that it got. */
export function settingsServer({ checks = [{}], submits = [{}] }: { checks?: Answers; submits?: Answers } = {}) {
  const checked = jest.fn<(variables: { input: Record<string, unknown> }) => void>();
  const submitted = jest.fn<(variables: { input: Record<string, unknown> }) => void>();
  const mocks = [
    ...answering(CheckSubmitSettingsDocument, checks, (check, variables) => {
      checked(variables);
      const done = { changes: [pressureChange], userErrors: [] };
      return { checkSubmitSettings: { __typename: 'SubmitSettingsCheck', ...done, ...check } };
    }),
    ...answering(SubmitSettingsDocument, submits, (submit, variables) => {
      submitted(variables);
      const done = {
        changes: [pressureChange],
        settingsRecord: pendingSettings,
        deviceHistory: deviceSettings({ pendingSettings }),
        userErrors: [],
      };
      return { submitSettings: { __typename: 'SubmitSettingsPayload', ...done, ...submit } };
    }),
  ];
  return { mocks, checked, submitted };
}

/** Returns what a user does in the form. By labels and texts: a role takes the accessibility tree of the whole form. */
export function settingsUser(user: UserEvent) {
  const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
  return {
    field,
    type: async (name: string, value: string) => {
      await user.clear(field(name));
      await user.type(field(name), value);
    },
    press: (name: string) => user.click(screen.getByText(name, { selector: 'button' })),
  };
}

export const review = () => screen.findByLabelText('Changes');
export const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

interface Options {
  /** The settings of the form. */
  names?: readonly string[];
  form?: Partial<SettingsFormData>;
  /** What the form is from the first reload on. */
  reloaded?: Partial<SettingsFormData>;
  /** Why the reload fails. */
  reloadFails?: Error;
  checks?: Answers;
  submits?: Answers;
  language?: Language;
  /** The device has not reported its settings. */
  isNew?: boolean;
}

/** Renders the settings editor of a device in CPAP mode, with its data in the cache. */
export async function openSettingsEditor({
  names,
  form,
  reloaded,
  reloadFails,
  isNew,
  language,
  ...answers
}: Options = {}) {
  const { mocks, ...calls } = settingsServer(answers);
  const history = (change?: Partial<SettingsFormData>) => ({
    __typename: 'DeviceHistory' as const,
    id: 'history-5',
    currentSettings: isNew ? null : currentSettings,
    settingsForm: { ...settingsForm(names), ...change },
  });
  const fragment = { fragment: SettingsEditor_historyFragmentDoc, fragmentName: 'SettingsEditor_history' };
  const data = history(form);
  const reload = () => {
    if (reloadFails) return Promise.reject(reloadFails);
    view.client.writeFragment({ ...fragment, data: history(reloaded ?? form) as never });
    return Promise.resolve();
  };
  const view = await renderApp(
    <InCache {...fragment} data={data}>
      <SettingsEditor
        history={data as never}
        confirmVentilator={false}
        patientPage="/patients/7?device=5"
        onReload={reload}
      />
    </InCache>,
    { mocks, language },
  );
  return { ...view, ...calls, ...settingsUser(view.user), reload };
}
