import { accessFaults } from './access.ts';
import { assignmentFaults } from './assignments.ts';
import { complianceFaults } from './compliance.ts';
import type { Faults } from './fault.ts';
import { iCodeFaults } from './icode.ts';
import { limitFaults } from './limits.ts';
import { lossFaults } from './loss.ts';
import { nightFaults } from './nights.ts';
import { organizationFaults } from './organizations.ts';
import { rowFaults } from './rows.ts';
import { settingsFaults } from './settings.ts';
import { signInFaults } from './sign-in.ts';
import { webhookFaults } from './webhooks.ts';

/**
 * Every fault that a test must notice: each breaks a rule of money, access or loss. About 300, so that all of them run in
 * one night.
 */
export const FAULTS: Faults[] = [
  ...rowFaults,
  ...accessFaults,
  ...organizationFaults,
  ...signInFaults,
  ...limitFaults,
  ...assignmentFaults,
  ...complianceFaults,
  ...nightFaults,
  ...iCodeFaults,
  ...settingsFaults,
  ...lossFaults,
  ...webhookFaults,
];
