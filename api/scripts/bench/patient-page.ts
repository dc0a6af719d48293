import { print, visit } from 'graphql';
import { PatientPageDocument } from '../../../web/src/gql/graphql.ts';

/** The patient page's own query as it travels: @unmask is the client's, and Apollo takes it out before sending. */
export const PATIENT_PAGE: string = print(
  visit(PatientPageDocument, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) }),
);
