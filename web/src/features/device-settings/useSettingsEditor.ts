import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsRefusal } from '#rules/device-settings/device-settings';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import type { SettingsEditor_historyFragment, SubmitSettingsInput } from '../../gql/graphql.ts';
import { useCheckSubmitSettings, useSubmitSettings } from '../../gql/hooks.ts';
import type { UserError } from '../../lib/userErrors.ts';
import type { ShownChange } from './ChangesTable.tsx';
import { inLanguage } from './decimal.ts';
import {
  fieldsOfMode,
  inputOf,
  isOnItsWay,
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

/** The way of a change through the settings page: typed, reviewed, sent once. `onReload` reads the settings again. */
export function useSettingsEditor(props: {
  history: SettingsEditor_historyFragment;
  confirmVentilator: boolean;
  onReload: () => Promise<unknown>;
}) {
  const { history, onReload } = props;
  const { settingsForm: catalogue } = history;
  const { t, i18n } = useTranslation('device-settings');
  const check = useCheckSubmitSettings();
  const submit = useSubmitSettings();
  const record = catalogue.pending ?? history.currentSettings;
  /** What the user has looked at. The server refuses a change that was made without knowing what is there now. */
  const [seen, setSeen] = useState({ basis: catalogue.basis, record });
  const [step, setStep] = useState<Step>({ kind: 'edit' });
  const [start, setStart] = useState(() =>
    startValues(catalogue, catalogue.pending ? 'pending' : 'current', i18n.language),
  );
  const [busy, setBusy] = useState(false);
  const [attempted, setAttempted] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Sent, and never answered: it may be on its way all the same. */
  const [unanswered, setUnanswered] = useState<Reviewed>();
  // State is too late for the second click of a double click.
  const running = useRef(false);
  const refusals = useRef<ServerRefusals>(new Map());

  const refusalText = (
    { code, values: { other, ...numbers } = {} }: SettingsRefusal,
    labels: ReadonlyMap<string, string>,
  ): string => {
    const shown = Object.fromEntries(
      Object.entries(numbers).map(([key, number]) => [key, inLanguage(String(number), i18n.language)]),
    );
    return t(`rules:${code}`, { ...shown, ...(other && { other: labels.get(other) ?? other }) });
  };
  const form = useForm<SettingsValues>({
    defaultValues: start,
    shouldFocusError: false,
    resolver: (...given) => settingsResolver(catalogue, refusalText, () => refusals.current)(...given),
  });
  const values = useWatch({ control: form.control }) as SettingsValues;
  const namesInOrder = fieldsOfMode(catalogue, values.mode).map(({ name }) => name);
  const wrongNames = namesInOrder.filter((name) => form.formState.errors.values?.[name]);

  // Rules about several settings look at all of them, so any field may be wrong or right again.
  const hasErrors = useRef(false);
  useEffect(() => {
    hasErrors.current = wrongNames.length > 0;
  });
  const { trigger } = form;
  const revalidate = useCallback(() => void trigger(), [trigger]);
  const revalidateErrors = useCallback(() => {
    setProblem(undefined);
    if (hasErrors.current) void trigger();
  }, [trigger]);

  const focusFirst = () => {
    const { errors } = form.formState;
    const name = namesInOrder.find((one) => form.getFieldState(`values.${one}`).error);
    if (name) form.setFocus(`values.${name}`);
    else if (errors.mode) form.setFocus('mode');
  };

  /** Shows what the server refused where it belongs. */
  async function showRefusals(userErrors: readonly UserError[], { values: sent }: Pick<SubmitSettingsInput, 'values'>) {
    setStep({ kind: 'edit' });
    if (userErrors.some(({ code }) => code === 'settings.changed_meanwhile')) {
      await onReload();
      return;
    }
    const sentOf = new Map(sent.map(({ name, value }) => [name, value]));
    const onFields = userErrors
      .map((error) => ({ ...error, name: error.field.replace(/^values\./, '') }))
      .filter(({ name }) => sentOf.has(name));
    const elsewhere = userErrors.filter(({ field }) => !sentOf.has(field.replace(/^values\./, '')));
    refusals.current = new Map(
      onFields.map(({ name, code, message }) => [name, { value: sentOf.get(name) ?? '', code, message }]),
    );
    setProblem(elsewhere.map(({ message }) => message).join(' ') || undefined);
    if (onFields.length === 0) return;
    await trigger();
    requestAnimationFrame(focusFirst);
  }

  async function once(work: () => Promise<void>, lost: () => void) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch {
      lost();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const review = () =>
    once(
      async () => {
        setAttempted(true);
        await form.handleSubmit(async (entered) => {
          const input = {
            ...inputOf(catalogue, entered),
            deviceHistoryId: history.id,
            basis: seen.basis,
            confirmVentilator: props.confirmVentilator,
          };
          const { changes, userErrors } = await check({ input });
          if (userErrors.length > 0) await showRefusals(userErrors, input);
          else
            setStep({
              kind: 'review',
              input,
              values: structuredClone(entered),
              changes: withFlags(catalogue, input, changes),
            });
        }, focusFirst)();
      },
      () => setProblem(t('form.lost')),
    );

  const send = (reviewed: Reviewed) =>
    once(
      async () => {
        const { changes, settingsRecord, userErrors } = await submit({ input: reviewed.input });
        if (settingsRecord) {
          setStep({
            kind: 'done',
            recordId: settingsRecord.id,
            changes: withFlags(catalogue, reviewed.input, changes),
          });
          toaster.success({ title: t('done.toast') });
        } else await showRefusals(userErrors, reviewed.input);
      },
      () => {
        setUnanswered(reviewed);
        setProblem(t('review.lost'));
      },
    );

  const arrived =
    unanswered && catalogue.pending && isOnItsWay(catalogue, unanswered.values) ? catalogue.pending : null;
  const isStale = catalogue.basis !== seen.basis;
  const shown: Step =
    step.kind === 'done'
      ? step
      : arrived
        ? { kind: 'done', recordId: arrived.id, changes: unanswered?.changes ?? [] }
        : // What was reviewed is not what would happen any more.
          isStale
          ? { kind: 'edit' }
          : step;

  return {
    form,
    step: shown,
    busy,
    problem,
    isDirty: shown.kind !== 'done' && !sameSettings(catalogue, start, values),
    isStale: isStale && shown.kind !== 'done',
    wrongNames: attempted ? wrongNames : [],
    mode: values.mode,
    seenRecord: seen.record,
    review,
    send,
    back: () => setStep({ kind: 'edit' }),
    markSeen: () => setSeen({ basis: catalogue.basis, record }),
    /** Fills the form anew. */
    startFrom: (from: 'current' | 'pending') => {
      const next = startValues(catalogue, from, i18n.language);
      setStart(next);
      form.reset(next);
    },
    revalidate,
    revalidateErrors,
  };
}
