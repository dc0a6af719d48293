import { COMPLIANCE_STATES } from '../compliance/compliance.types.ts';
import { listTypes } from '../shared/list-types.ts';
import { AttentionReasonEnum } from './patients-states.types.ts';
import { patientsList } from './patients.list.ts';

/** The arguments and the filter of the list of patients, which a selection of patients takes too. */
export const { Args: PatientsArgs, Where: PatientsWhere } = listTypes('Patients', patientsList, {
  enums: { compliance: COMPLIANCE_STATES, attention: AttentionReasonEnum },
});
