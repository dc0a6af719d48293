import { ownPath } from '#rules/shared/links';

export interface ICodePrintAddress {
  /** None for anonymous codes. */
  patientId?: number;
  serial: string;
  reportIds: readonly number[];
  showProvider?: boolean;
  debug?: boolean;
}

/** Addresses of the pages, each defined once. Ids are the integer ids (`databaseId`). */
export const urls = {
  login: '/login',
  verifyLogin: '/verify-login',
  forgotPassword: '/forgot-password',
  home: '/',
  security: '/account/security',
  followUps: '/follow-ups',
  patients: '/patients',
  patient: (id: number) => `/patients/${id}`,
  deviceSettings: (patientId: number, historyId: number) => `/patients/${patientId}/devices/${historyId}/settings`,
  machines: '/machines',
  machine: (id: number) => `/machines/${id}`,
  devices: '/devices',
  icodeReports: '/icode-reports',
  trustedDomains: '/trusted-domains',
  announcements: '/announcements',
  handOffs: '/hand-offs',
  handOff: (id: number) => `/hand-offs/${id}`,
  /** Opens the form that asks for a device. After #, which no server is sent. */
  askForDevice: (serial: string) => `/hand-offs#device=${encodeURIComponent(serial)}`,
  askForPatient: '/hand-offs#patient',
  mobileUsers: '/mobile-users',
  uploads: '/uploads',
  /** The documented link of the dialog of SD cards (document 001, section 2). The server may lead it to the legacy system. */
  cardInfo: '/quick/info',
  upload: (id: number) => `/uploads/${id}`,
  users: '/users',
  settings: '/settings',
  user: (id: number) => `/users/${id}`,
  organizations: '/orgs',
  organization: (id: number) => `/orgs/${id}`,
  organizationLocations: (id: number) => `/orgs/${id}#locations`,
  organizationUsers: (id: number) => `/orgs/${id}/users`,
  migration: (id: string) => `/migrations/${id}`,
  orgMessages: '/org-messages',
  suppressedEmails: '/support/suppressed-emails',
  installation: '/installation',
  activityLogs: '/support/activity-logs',
  securityEvents: '/security-events',
  roles: '/support/roles',
  role: (id: number) => `/support/roles/${id}`,
  graphiql: '/graphiql',
  /** The printable report (document 000, section 2): reports_ids[] repeated, show_ep=1 with the provider, view=1 in debug mode. */
  icodePrint: (report: ICodePrintAddress) => {
    const { patientId, serial, reportIds, showProvider, debug } = report;
    const query = new URLSearchParams();
    if (patientId !== undefined) query.set('patient_id', String(patientId));
    query.set('serial', serial);
    for (const id of reportIds) query.append('reports_ids[]', String(id));
    if (showProvider) query.set('show_ep', '1');
    if (debug) query.set('view', '1');
    return `/reports/icode?${query}`;
  },
  /** The printable result of a patient under a compliance rule; null: the default rule, today. */
  compliancePrint: (report: { patientId: number; ruleId: string | null; asOf: string | null }) => {
    const query = new URLSearchParams({ patient_id: String(report.patientId) });
    if (report.ruleId) query.set('rule', report.ruleId);
    if (report.asOf) query.set('as_of', report.asOf);
    return `/reports/compliance?${query}`;
  },
  verifyReport: '/verify',
  /** Files of the server with which anyone checks the JSON of a report without the portal (api/src/verifier-files.ts). */
  verifierPage: '/verify/offline.html',
  verifierProgram: '/verify/airlog-verify.mjs',
  reportKeys: '/.well-known/airlog-report-keys.json',
  /** A compliance report that was issued, by its verification code. */
  complianceReport: (code: string) => `/verify/${encodeURIComponent(code)}`,
};

/** Returns the address to open after sign-in: a path of this site, never another origin's ("//evil", "/\evil", "/\t/evil"). */
export function safeReturnPath(path: string | null): string {
  return (path && ownPath(path, window.location.origin)) || urls.home;
}

/** Returns the sign-in page's address that leads back to `path`. `hash` stays after #, which no server is sent. */
export function loginUrl(path: string, hash = ''): string {
  return (path === '/' ? urls.login : `${urls.login}?return=${encodeURIComponent(path)}`) + hash;
}
