import type { Viewer } from '../auth/viewer.ts';

/**
 * Who sets the settings of the organization also adds its webhooks, changes them, and sees what was sent. Events are of the
 * whole organization: a user of locations or groups would learn of rows outside of them.
 */
export const canManageWebhooks = (viewer: Viewer): boolean =>
  viewer.facts.locationIds === null && viewer.can('update.org.settings');
