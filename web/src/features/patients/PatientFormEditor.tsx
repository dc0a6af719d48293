import { Alert, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormTabs } from '../../components/FormTabs.tsx';
import { PatientConnectionsFields } from './PatientConnectionsFields.tsx';
import { PatientContactFields } from './PatientContactFields.tsx';
import { PatientIdentityFields, PatientTherapyFields } from './PatientDemographicsFields.tsx';
import { PatientEquipmentFields } from './PatientEquipmentFields.tsx';
import {
  CONNECTIONS,
  CONTACT,
  DEMOGRAPHICS,
  EQUIPMENT,
  type ChosenNames,
  type PatientField,
  type PatientValues,
  type StoredPatient,
} from './patientFormValues.ts';
import { PossibleDuplicates } from './PossibleDuplicates.tsx';
import { usePatientForm } from './usePatientForm.ts';
import { usePatientTexts } from './usePatientTexts.ts';
import { usePossibleDuplicates } from './usePossibleDuplicates.ts';

/**
 * The form of a patient in its tabs, and what another user changed at the same time. Fields that the viewer may not
 * change are text.
 */
export function PatientFormEditor(props: {
  title: string;
  /** Null for a new patient. */
  patient: StoredPatient | null;
  initial: PatientValues;
  initialNames: ChosenNames;
  onClose: () => void;
}) {
  const { t } = useTranslation('patient-form');
  const { patient } = props;
  const { form: submitForm, fields, names, onName, conflict } = usePatientForm(props);
  const { form } = submitForm;
  const textOf = usePatientTexts(names);
  const found = usePossibleDuplicates(form, patient?.id ?? null);
  const { errors, submitCount, dirtyFields } = form.formState;
  // A field that the user only left, as on the way to another tab, is not yet one to count.
  const counted = Object.keys(errors).filter((name) => submitCount > 0 || name in dirtyFields);
  const notice = <PossibleDuplicates found={found} />;
  const may = (field: PatientField) => fields.includes(field);
  const locked = (of: readonly PatientField[]) => (
    <LockedFields fields={of.filter((field) => !may(field))} values={props.initial} names={names} />
  );
  const panel = (content: ReactNode) => <Stack gap="4">{content}</Stack>;
  const placeholder = panel(<Text color="fg.muted">{t('placeholder')}</Text>);

  return (
    <FormDialog
      form={submitForm}
      title={props.title}
      size="lg"
      onClose={props.onClose}
      submitLabel={t('save')}
      status={{ checking: t('checking'), saving: t('saving') }}
    >
      <FormConflict conflict={conflict} labelOf={(field) => t(`fields.${field}`)} textOf={textOf} />
      {patient && !may('firstName') ? (
        <Alert.Root status="info" size="sm">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{t('owner', { name: patient.organization.name })}</Alert.Title>
        </Alert.Root>
      ) : null}
      <FormTabs
        invalid={counted}
        submits={submitCount}
        tabs={[
          {
            value: 'demographics',
            label: t('tabs.demographics'),
            fields: DEMOGRAPHICS,
            content: panel(
              <>
                {may('firstName') ? <PatientIdentityFields form={form} notice={notice} /> : locked(DEMOGRAPHICS)}
                <PatientTherapyFields form={form} />
              </>,
            ),
          },
          {
            value: 'equipment',
            label: t('tabs.equipment'),
            fields: EQUIPMENT,
            content: patient ? placeholder : panel(<PatientEquipmentFields form={form} />),
          },
          {
            value: 'contact',
            label: t('tabs.contact'),
            fields: CONTACT,
            content: panel(may('phone') ? <PatientContactFields form={form} notice={notice} /> : locked(CONTACT)),
          },
          {
            value: 'connections',
            label: t('tabs.connections'),
            fields: CONNECTIONS,
            content: panel(
              may('dmeId') ? (
                <PatientConnectionsFields form={form} names={names} onName={onName} />
              ) : (
                locked(CONNECTIONS)
              ),
            ),
          },
          { value: 'notifications', label: t('tabs.notifications'), fields: [], content: placeholder },
        ]}
      />
    </FormDialog>
  );
}

/** Fields of a patient of another organization, which alone changes them. */
function LockedFields(props: { fields: readonly PatientField[]; values: PatientValues; names: ChosenNames }) {
  const { t } = useTranslation('patient-form');
  const textOf = usePatientTexts(props.names);
  return (
    <DescriptionList
      items={props.fields.map((field) => ({ label: t(`fields.${field}`), value: textOf(field, props.values) }))}
    />
  );
}
