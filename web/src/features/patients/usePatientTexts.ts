import { useTranslation } from 'react-i18next';
import type { Sex } from '../../gql/schema.ts';
import { formatDate } from '../../lib/dates.ts';
import { CONNECTIONS, SEXES, type ChosenNames, type PatientField, type PatientValues } from './patientFormValues.ts';

/** Returns a function that writes a value of the form as text; empty for none. */
export function usePatientTexts(names: ChosenNames): (field: PatientField, values: PatientValues) => string {
  const { t } = useTranslation('patient-form');
  const { t: patients } = useTranslation('patients');
  const { t: components } = useTranslation('components');
  return (field, values) => {
    if (field === 'birthDate' || field === 'therapyStart') return formatDate(values[field]);
    if (field === 'sex') {
      const sex = (Object.keys(SEXES) as Sex[]).find((name) => SEXES[name] === values.sex);
      return sex ? patients(`sexes.${sex}`) : '';
    }
    if (field === 'isRulesActive') return t(values.isRulesActive ? 'yes' : 'no');
    if (field === 'country') return components(`address.countries.${values.country as 'US' | 'CA'}`);
    const connection = CONNECTIONS.find((name) => name === field);
    if (connection) return names[`${connection}:${values[connection]}`] ?? '';
    return values[field];
  };
}
