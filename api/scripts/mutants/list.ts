import { accessFaults } from './access.ts';
import { admissionFaults } from './admission.ts';
import { authFaults } from './auth.ts';
import { complianceFaults } from './compliance.ts';
import { deviceFaults } from './devices.ts';
import type { Faults } from './fault.ts';
import { followUpFaults } from './follow-ups.ts';
import { graphqlFaults } from './graphql.ts';
import { handOffFaults } from './hand-offs.ts';
import { limitFaults } from './limits.ts';
import { longListFaults } from './long-lists.ts';
import { migrationFaults } from './migration.ts';
import { nightsFaults } from './nights.ts';
import { organizationFaults } from './organizations.ts';
import { patientFormFaults } from './patient-forms.ts';
import { patientNoteFaults } from './patient-notes.ts';
import { publishingFaults } from './publishing.ts';
import { readFaults } from './reads.ts';
import { requestIdFaults } from './request-ids.ts';
import { searchResultsFaults } from './search-results.ts';
import { secretFaults } from './secrets.ts';
import { serverFaults } from './server.ts';
import { staffFaults } from './staff.ts';
import { statementFaults } from './statements.ts';
import { tableFaults } from './tables.ts';
import { therapyFaults } from './therapy.ts';
import { transportFaults } from './transports.ts';
import { versionFaults } from './versions.ts';
import { webFaults } from './web.ts';
import { webFormFaults } from './web-forms.ts';
import { webMigrationFaults } from './web-migration.ts';
import { webOrganizationFaults } from './web-organizations.ts';
import { webPageFaults } from './web-pages.ts';
import { webPatientFaults } from './web-patients.ts';
import { webSignInFaults } from './web-sign-in.ts';

/** Every fault that a test must notice. */
export const FAULTS: Faults[] = [
  ...accessFaults,
  ...statementFaults,
  ...authFaults,
  ...readFaults,
  ...requestIdFaults,
  ...transportFaults,
  ...followUpFaults,
  ...graphqlFaults,
  ...tableFaults,
  ...publishingFaults,
  ...secretFaults,
  ...serverFaults,
  ...admissionFaults,
  ...limitFaults,
  ...longListFaults,
  ...searchResultsFaults,
  ...patientNoteFaults,
  ...organizationFaults,
  ...migrationFaults,
  ...patientFormFaults,
  ...handOffFaults,
  ...staffFaults,
  ...complianceFaults,
  ...deviceFaults,
  ...nightsFaults,
  ...therapyFaults,
  ...versionFaults,
  ...webFaults,
  ...webPageFaults,
  ...webFormFaults,
  ...webSignInFaults,
  ...webOrganizationFaults,
  ...webMigrationFaults,
  ...webPatientFaults,
];
