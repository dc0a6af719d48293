import { print, visit } from 'graphql';
import { PatientPageDocument } from '../../../web/src/pages/gql/PatientPage.ts';

/** The patient page's query as it is sent: @unmask is only for the client, and Apollo removes it. */
export const PATIENT_PAGE_QUERY: string = print(
  visit(PatientPageDocument, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) }),
);
