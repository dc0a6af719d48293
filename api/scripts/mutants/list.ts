import { accessFaults } from './access.ts';
import { admissionFaults } from './admission.ts';
import { authFaults } from './auth.ts';
import { complianceFaults } from './compliance.ts';
import { deviceFaults } from './devices.ts';
import { limitFaults } from './limits.ts';
import type { Faults } from './fault.ts';
import { longListFaults } from './long-lists.ts';
import { nightsFaults } from './nights.ts';
import { patientNoteFaults } from './patient-notes.ts';
import { publishingFaults } from './publishing.ts';
import { readFaults } from './reads.ts';
import { requestIdFaults } from './request-ids.ts';
import { searchResultsFaults } from './search-results.ts';
import { serverFaults } from './server.ts';
import { staffFaults } from './staff.ts';
import { tableFaults } from './tables.ts';
import { therapyFaults } from './therapy.ts';
import { transportFaults } from './transports.ts';
import { webFormFaults } from './web-forms.ts';
import { webSignInFaults } from './web-sign-in.ts';
import { webFaults } from './web.ts';

/** Every fault that a test must notice. */
export const FAULTS: Faults[] = [
  ...accessFaults,
  ...authFaults,
  ...readFaults,
  ...requestIdFaults,
  ...transportFaults,
  ...tableFaults,
  ...publishingFaults,
  ...serverFaults,
  ...admissionFaults,
  ...limitFaults,
  ...longListFaults,
  ...searchResultsFaults,
  ...patientNoteFaults,
  ...staffFaults,
  ...complianceFaults,
  ...deviceFaults,
  ...nightsFaults,
  ...therapyFaults,
  ...webFaults,
  ...webFormFaults,
  ...webSignInFaults,
];
