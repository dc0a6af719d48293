/** Addresses of the pages, each written once. Ids are the integer ids (`databaseId`). */
export const urls = {
  login: '/login',
  verifyLogin: '/verify-login',
  patients: '/patients',
  patient: (id: number) => `/patients/${id}`,
  deviceSettings: (patientId: number, historyId: number) => `/patients/${patientId}/devices/${historyId}/settings`,
  machines: '/machines',
  machine: (id: number) => `/machines/${id}`,
  icodeReports: '/icode-reports',
  graphiql: '/graphiql',
  /** The printable report (seed 1, section 2): patient_id, serial, reports_ids[] repeated. */
  icodePrint: ({ patientId, serial, reportIds }: { patientId?: number; serial: string; reportIds: number[] }) => {
    const query = new URLSearchParams();
    if (patientId !== undefined) query.set('patient_id', String(patientId));
    query.set('serial', serial);
    for (const id of reportIds) query.append('reports_ids[]', String(id));
    return `/reports/icode?${query}`;
  },
};

/** The address to go to after sign-in: a path of this site, never another origin's ("//evil", "/\evil"). */
export function safeReturnPath(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** The sign-in page's address that leads back to `path`. */
export function loginUrl(path: string): string {
  return path === '/' ? urls.login : `${urls.login}?next=${encodeURIComponent(path)}`;
}
