import { read, type Access } from '../auth/operation.ts';

/** The logs of users (view.user) or of everyone (viewAny.activity); who of them: security-events.policy.ts. */
const events = {
  ...read(['view.user', 'viewAny.activity'], 'none'),
  phi: false,
  audit: 'none',
  scope: 'none',
} as const;

/** The operations of this folder and the permission that each needs. */
export const securityEventsAccess: Access = {
  'GET /api/security-events/datatable': { ...events, export: 'export.user' },
  'Query.securityEvents': events,
};
