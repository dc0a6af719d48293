import type { Viewer } from '../auth/viewer.ts';

/** Who sets the settings of the organization also lists, adds and removes its trusted domains. */
export const canManageTrustedDomains = (viewer: Viewer): boolean => viewer.can('update.org.settings');
