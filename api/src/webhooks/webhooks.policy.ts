import type { Viewer } from '../auth/viewer.ts';

/** Who sets the settings of the organization also adds its webhooks, changes them, and sees what was sent. */
export const canManageWebhooks = (viewer: Viewer): boolean => viewer.can('update.org.settings');
