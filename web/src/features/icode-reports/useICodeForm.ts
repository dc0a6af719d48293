import { yupResolver } from '@hookform/resolvers/yup';
import { iCodeSubmissionRules, MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import type { PastedICode } from '#rules/icode-reports/icode-paste';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import { today } from '../../lib/dates.ts';
import { validationErrors } from '../../lib/precognition.ts';
import { useViewer } from '../../lib/viewer.ts';
import { pasteInto, type ICodeFormValues, type ICodeRow } from './iCodeRows.ts';
import { inCapitals, notRecorded, type Reading } from './readings.ts';
import { useSubmitICodes, type SavedICodeReport } from './useSubmitICodes.ts';

const rules = iCodeSubmissionRules.pick(['serial', 'codes', 'readBy', 'readHow']);
/** The names of REST where they differ. */
const inRest: Record<string, string> = { readBy: 'read_by', readHow: 'read_how' };

/** The input of the 'Add iCode Report' dialog and its callbacks. */
export interface ICodeFormOwner {
  /** Null: the codes are saved without a patient. */
  patientId: string | null;
  /** Whose dates those of the codes are: of the patient's organization; the viewer's when omitted. */
  timeZone?: string;
  /** Read-only when given. */
  serial: string | null;
  /** The first choice of who read the codes and how; none when omitted. */
  reading?: Reading;
  onClose: () => void;
  /** Called after each submission. The dialog closes when no rows are left to submit. */
  onSaved: (reports: readonly SavedICodeReport[]) => void;
  /** Called when the dialog closes after a submission without an answer in time: the reports may be stored. */
  onUncertain?: () => void;
}

/** Returns the form of 1 to 4 codes. Pasted codes beyond the fourth fill the form after the first ones are saved. */
export function useICodeForm(owner: ICodeFormOwner) {
  const { patientId, serial, reading = notRecorded, onClose, onSaved } = owner;
  const { t } = useTranslation('icode-reports');
  const { organization } = useViewer();
  const send = useSubmitICodes();
  // Kept while the form is open: at midnight an untouched form must not become a changed one.
  const [now] = useState(() => today(owner.timeZone ?? organization.timezone));
  const [waiting, setWaiting] = useState<readonly ICodeRow[]>([]);
  const [timedOut, setTimedOut] = useState(false);

  const submitForm: SubmitForm<ICodeFormValues> = useSubmitForm<ICodeFormValues>({
    resolver: yupResolver(rules),
    defaultValues: { serial: serial ?? '', codes: [{ collected: now, icode: '' }], ...reading },
    isDirty: () => waiting.length > 0 || submitForm.form.formState.isDirty,
    live: {
      rules,
      ask: ({ readBy, readHow, ...values }, only, signal) =>
        validationErrors({
          method: 'post',
          url: '/api/icode-reports',
          data: { patient_id: patientId, ...values, read_by: readBy, read_how: readHow },
          only: only.map((name) => inRest[name] ?? name),
          signal,
        }),
    },
    async onSubmit(values, { confirm, saving, saved }) {
      const body = t('add.sureSubmit', { number: values.codes.length, serial: values.serial });
      if (!(await confirm({ title: t('add.sure'), body, confirmLabel: t('add.submit') }))) return;
      setTimedOut(false);
      const payload = await saving(
        send({ patientId, ...values, readBy: inCapitals(values.readBy), readHow: inCapitals(values.readHow) }),
      );
      setTimedOut(payload === null);
      if (!payload) return;
      const { userErrors, icodeReports } = payload;
      if (userErrors.length > 0) {
        const isOnField = userErrors.some(({ field }) => /^(serial|codes)(\.|$)/.test(field));
        return isOnField ? userErrors : [{ field: '', code: 'failed', message: t('add.failed') }];
      }
      toaster.success({ title: t('add.done', { number: icodeReports.length }) });
      if (waiting.length === 0) {
        saved();
        onSaved(icodeReports);
        onClose();
        return;
      }
      onSaved(icodeReports);
      rows.replace(waiting.slice(0, MAX_ICODE_ROWS));
      setWaiting(waiting.slice(MAX_ICODE_ROWS));
    },
    onFailure: (failure) => (failure === 'failed' ? t('add.failed') : undefined),
  });
  const { form } = submitForm;
  const rows = useFieldArray({ control: form.control, name: 'codes' });

  function paste(index: number, codes: PastedICode[]) {
    const pasted = pasteInto(form.getValues('codes'), index, codes, now);
    setWaiting([...waiting, ...pasted.left]);
    rows.replace(pasted.rows);
  }
  return { submitForm, rows, waiting, timedOut, now, paste };
}
