import { useCallback, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsRefusal } from '#rules/device-settings/device-settings';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import type { SubmitSettingsInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import type { ShownChange } from './ChangesTable.tsx';
import type { SettingsEditor_historyFragment } from './gql/SettingsEditor.ts';
import { useCheckSubmitSettings, useSubmitSettings } from './gql/useSettingsEditor.ts';
import {
  fieldsOfMode,
  settingsInputOf,
  isPendingChange,
  sameSettings,
  startValues,
  withFlags,
  type SettingsValues,
} from './settingsFormValues.ts';
import { settingsResolver, type ServerRefusals } from './settingsResolver.ts';

graphql(`
  fragment SubmitSettings_change on SettingChange {
    name
    label
    from
    to
  }
`);

graphql(`
  query CheckSubmitSettings($input: SubmitSettingsInput!) {
    checkSubmitSettings(input: $input) {
      changes {
        ...SubmitSettings_change @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation SubmitSettings($input: SubmitSettingsInput!) {
    submitSettings(input: $input) {
      changes {
        ...SubmitSettings_change @unmask
      }
      settingsRecord {
        ...DeviceSettings_record @unmask
      }
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      ...UserErrors
    }
  }
`);

interface Reviewed {
  input: SubmitSettingsInput;
  values: SettingsValues;
  changes: readonly ShownChange[];
}

type Step =
  | { kind: 'edit' }
  | ({ kind: 'review' } & Reviewed)
  | { kind: 'done'; recordId: string; changes: readonly ShownChange[] };

/** Returns the settings editor: the form, the review of its changes, and the submitted change. */
export function useSettingsEditor(props: {
  history: SettingsEditor_historyFragment;
  confirmVentilator: boolean;
  /** Reloads the settings. */
  onReload: () => Promise<unknown>;
}) {
  const { history, onReload } = props;
  const { settingsForm: catalog } = history;
  const { t } = useTranslation(['device-settings', 'rules']);
  const check = useCheckSubmitSettings();
  const send = useSubmitSettings();
  const record = catalog.pending ?? history.currentSettings;
  /** The version that the user has seen. The server refuses a change that is based on an older one. */
  const [seen, setSeen] = useState({ version: catalog.version, record });
  const [step, setStep] = useState<Step>({ kind: 'edit' });
  const [start, setStart] = useState(() => startValues(catalog, catalog.pending ? 'pending' : 'current'));
  const [attempted, setAttempted] = useState(false);
  /** Submitted without an answer: it may be pending. */
  const [unanswered, setUnanswered] = useState<Reviewed>();
  const refusals = useRef<ServerRefusals>(new Map());

  const refusalText = (
    { code, values: { other, ...numbers } = {} }: SettingsRefusal,
    labels: ReadonlyMap<string, string>,
  ): string => {
    return t(`rules:${code}`, { ...numbers, ...(other && { other: labels.get(other) ?? other }) });
  };
  const submitForm: SubmitForm<SettingsValues> = useSubmitForm<SettingsValues>({
    defaultValues: start,
    resolver: (...given) => settingsResolver(catalog, refusalText, () => refusals.current)(...given),
    // 8, 8.0 and 8,0 are the same pressure.
    isDirty: () => !sameSettings(catalog, start, form.getValues()),
    async onSubmit(entered) {
      const input = {
        ...settingsInputOf(catalog, entered),
        deviceHistoryId: history.id,
        version: seen.version,
        confirmVentilator: props.confirmVentilator,
      };
      const { changes, userErrors } = await check({ input });
      if (userErrors.length > 0) return showRefusals(userErrors, input);
      const values = structuredClone(entered);
      setStep({ kind: 'review', input, values, changes: withFlags(catalog, input, changes) });
    },
    onFailure(failure) {
      if (failure !== 'uncertain' || step.kind !== 'review') return undefined;
      setUnanswered(step);
      return t('review.lost');
    },
  });
  const { form, phase, showErrors, focusInvalid } = submitForm;
  const mode = useWatch({ control: form.control, name: 'mode' });
  const wrongNames = fieldsOfMode(catalog, mode)
    .map(({ name }) => name)
    .filter((name) => form.formState.errors.values?.[name]);

  // Some rules cover several settings, so a change can make any field valid or invalid.
  const hasErrors = useRef(false);
  useEffect(() => {
    hasErrors.current = wrongNames.length > 0;
  });
  const { trigger } = form;
  const revalidate = useCallback(() => void trigger(), [trigger]);
  const revalidateErrors = useCallback(() => {
    if (hasErrors.current) void trigger();
  }, [trigger]);

  /** Shows what another user has changed. Nothing of this form was saved, whether or not the reload succeeds. */
  async function reloadChanged() {
    try {
      await onReload();
    } catch {
      showErrors([{ field: '', code: 'conflict', message: t('meanwhile.notLoaded') }]);
    }
  }

  /** Shows the server's refusals at the submitted settings, and the rest above the form. */
  async function showRefusals(userErrors: readonly UserError[], { values: sent }: Pick<SubmitSettingsInput, 'values'>) {
    setStep({ kind: 'edit' });
    if (userErrors.some(({ code }) => code === 'conflict')) {
      return reloadChanged();
    }
    const sentOf = new Map(sent.map(({ name, value }) => [name, value]));
    const nameOf = ({ field }: UserError) => field.replace(/^values\./, '');
    const onFields = userErrors.filter((error) => sentOf.has(nameOf(error)));
    refusals.current = new Map(
      onFields.map((error) => [nameOf(error), { ...error, value: sentOf.get(nameOf(error)) ?? '' }]),
    );
    if (onFields.length > 0) await trigger();
    showErrors(userErrors.filter((error) => !sentOf.has(nameOf(error))));
    focusInvalid();
  }

  const submit = (reviewed: Reviewed) =>
    submitForm.run(async ({ saving, saved }) => {
      const { changes, settingsRecord, userErrors } = await saving(send({ input: reviewed.input }));
      if (!settingsRecord) return showRefusals(userErrors, reviewed.input);
      saved();
      setStep({ kind: 'done', recordId: settingsRecord.id, changes: withFlags(catalog, reviewed.input, changes) });
      toaster.success({ title: t('done.toast') });
    });

  const arrived = unanswered && catalog.pending && isPendingChange(catalog, unanswered.values) ? catalog.pending : null;
  const isStale = catalog.version !== seen.version;
  const shown: Step =
    step.kind === 'done'
      ? step
      : arrived
        ? { kind: 'done', recordId: arrived.id, changes: unanswered?.changes ?? [] }
        : // The reviewed changes are no longer the ones that would happen.
          isStale
          ? { kind: 'edit' }
          : step;

  return {
    ...submitForm,
    step: shown,
    isPending: phase !== null,
    isStale: isStale && shown.kind !== 'done',
    wrongNames: attempted ? wrongNames : [],
    mode,
    seenRecord: seen.record,
    review: () => {
      setAttempted(true);
      return submitForm.submit();
    },
    send: submit,
    back: () => setStep({ kind: 'edit' }),
    markSeen: () => setSeen({ version: catalog.version, record }),
    /** Resets the form. */
    startFrom: (from: 'current' | 'pending') => {
      const next = startValues(catalog, from);
      setStart(next);
      form.reset(next);
    },
    revalidate,
    revalidateErrors,
  };
}
