import { Viewer, type ViewerFacts } from '../src/auth/viewer.ts';

/** A viewer for policies, which read no database: staff of organization 1 without a permission, except for `facts`. */
export const viewerWith = (facts: Partial<ViewerFacts> = {}): Viewer =>
  new Viewer({
    userId: 1,
    orgId: 1,
    host: 'org',
    isClinical: false,
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.test',
    locale: 'en',
    timezone: 'America/New_York',
    roles: ['org.ep.staff'],
    roleLabels: [],
    permissions: [],
    locationIds: null,
    exportAccess: 1,
    ...facts,
  });
