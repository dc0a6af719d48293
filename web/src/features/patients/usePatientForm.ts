import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { newPatientRules, patientRules } from '#rules/patients/patient';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict, type OpenConflict } from '../../components/useConflict.ts';
import { useSubmitForm, type SubmitForm, type Submission } from '../../components/useSubmitForm.ts';
import { afterClose } from '../../lib/afterClose.ts';
import { today } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { NameChosen } from './ConnectionField.tsx';
import {
  useCheckCreatePatient,
  useCheckUpdatePatient,
  useCreatePatient,
  useUpdatePatient,
  type CheckUpdatePatientQuery,
} from './gql/usePatientForm.ts';
import { resolverOf } from './patientResolver.ts';
import {
  changedPatientFields,
  CONNECTIONS,
  createPatientInput,
  namesOf,
  STORED_FIELDS,
  updatePatientInput,
  patientValuesOf,
  type ChosenNames,
  type PatientField,
  type PatientValues,
  type StoredPatient,
} from './patientFormValues.ts';

graphql(`
  query CheckCreatePatient($input: CreatePatientInput!, $only: [String!]) {
    checkCreatePatient(input: $input, only: $only) {
      ...UserErrors
    }
  }
`);

graphql(`
  query CheckUpdatePatient($input: UpdatePatientInput!, $only: [String!]) {
    checkUpdatePatient(input: $input, only: $only) {
      access {
        gains {
          name
        }
        loses {
          name
        }
      }
      conflict {
        ...PatientForm_patient @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CreatePatient($input: CreatePatientInput!) {
    createPatient(input: $input) {
      patient {
        id
        databaseId
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdatePatient($input: UpdatePatientInput!) {
    updatePatient(input: $input) {
      patient {
        ...PatientForm_patient @unmask
      }
      conflict {
        ...PatientForm_patient @unmask
      }
      ...UserErrors
    }
  }
`);

/** Queries that show patients, or who sees them: read again after a save, so that lists, filters and the page agree with it. */
const PATIENT_QUERIES = [
  'PatientsPage',
  'TriagePage',
  'PatientPage',
  'PatientRecord',
  'PatientAccess',
  'PatientAccessUsers',
  'PatientNotes',
];

interface PatientFormState {
  form: SubmitForm<PatientValues>;
  /** The fields that the viewer may change; all of a new patient. */
  fields: readonly PatientField[];
  names: ChosenNames;
  onName: NameChosen;
  conflict: OpenConflict<PatientValues> | null;
}

/** Returns the form of a new patient, which begins with `initial`, or of a stored one. */
export function usePatientForm(props: {
  patient: StoredPatient | null;
  initial: PatientValues;
  initialNames: ChosenNames;
  onClose: () => void;
}): PatientFormState {
  const { patient, onClose } = props;
  const { t } = useTranslation('patient-form');
  const navigate = useNavigate();
  const checkCreate = useCheckCreatePatient();
  const checkUpdate = useCheckUpdatePatient();
  const create = useCreatePatient();
  const update = useUpdatePatient();
  const protection = useConflict({ row: patient, valuesOf: patientValuesOf, differing: changedPatientFields });
  const { known } = protection;
  const [names, setNames] = useState(props.initialNames);
  const fields: readonly PatientField[] = known
    ? STORED_FIELDS.filter((field) => known.viewerCanUpdateFields.includes(field))
    : STORED_FIELDS;
  const before = protection.before ?? props.initial;
  const date = today(useViewer().organization.timezone);
  const rules = known ? patientRules(date) : newPatientRules(date);
  const changeOf = (values: PatientValues, stored: StoredPatient) =>
    updatePatientInput(values, {
      patientId: stored.id,
      version: stored.version,
      fields: changedPatientFields(before, values),
    });

  /** Returns the answer, and shows the names of what a conflict has chosen. */
  async function named<Answer extends { conflict: StoredPatient | null }>(request: Promise<Answer>): Promise<Answer> {
    const answer = await request;
    const { conflict } = answer;
    if (conflict) setNames((shown) => ({ ...shown, ...namesOf(conflict) }));
    return answer;
  }

  /** Asks before other organizations see the patient, or no longer do. */
  async function agreed(access: CheckUpdatePatientQuery['checkUpdatePatient']['access'], { confirm }: Submission) {
    const listed = (kind: 'gains' | 'loses') => access?.[kind].map(({ name }) => name).join(', ');
    const [gains, loses] = [listed('gains'), listed('loses')];
    const body = [gains && t('access.gains', { names: gains }), loses && t('access.loses', { names: loses })]
      .filter(Boolean)
      .join(' ');
    return !body || confirm({ title: t('access.title'), body, confirmLabel: t('save') });
  }

  async function saveNew(values: PatientValues, submission: Submission) {
    const input = createPatientInput(values);
    const answer = await submission.saving(create({ input }, { refetchQueries: PATIENT_QUERIES }));
    const { patient: created } = answer;
    if (!created) return answer.userErrors;
    submission.saved();
    toaster.success({ title: t('created') });
    afterClose(onClose, () => void navigate(urls.patient(created.databaseId)));
  }

  async function saveChange(values: PatientValues, submission: Submission) {
    if (
      changedPatientFields(before, values).some((field) => (CONNECTIONS as readonly PatientField[]).includes(field))
    ) {
      const check = await protection.save(values, (stored) =>
        named(checkUpdate({ input: changeOf(values, stored), only: null })),
      );
      if (!check) return;
      if (check.userErrors.length > 0) return check.userErrors;
      if (!(await agreed(check.access, submission))) return;
    }
    const answer = await protection.save(values, (stored) =>
      named(submission.saving(update({ input: changeOf(values, stored) }, { refetchQueries: PATIENT_QUERIES }))),
    );
    if (!answer) return;
    if (answer.userErrors.length > 0) return answer.userErrors;
    submission.saved();
    toaster.success({ title: t('updated') });
    onClose();
  }

  const form: SubmitForm<PatientValues> = useSubmitForm<PatientValues>({
    resolver: resolverOf(rules, known && before),
    mode: 'onTouched',
    defaultValues: before,
    live: {
      rules,
      // Every check of a PIN counts as an attempt.
      never: ['devicePin'],
      async ask(values, names, signal) {
        const only = [...names];
        const { userErrors } = known
          ? await checkUpdate({ input: changeOf(values, known), only }, { signal })
          : await checkCreate({ input: createPatientInput(values), only }, { signal });
        return userErrors;
      },
    },
    onSubmit: (values, submission) => (known ? saveChange(values, submission) : saveNew(values, submission)),
    onFailure: (failure) => (failure === 'failed' ? t('failed') : undefined),
  });

  return {
    form,
    fields,
    names,
    onName: (field, id, name) => setNames((shown) => ({ ...shown, [`${field}:${id}`]: name })),
    conflict: protection.open(form.form),
  };
}
