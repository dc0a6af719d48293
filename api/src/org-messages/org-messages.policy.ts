import type { Viewer } from '../auth/viewer.ts';

/** Support staff with the permission may send messages to any staff member. */
export const canSendOrgMessage = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('send.org.message');

/** The event of a message, as existing clients use it. */
export const ORG_MESSAGE = 'org.message.delivery';

/** Returns the name of an organization's only message channel, as existing clients use it. */
export const orgMessageChannel = (orgId: number): string => `private-org-message.${orgId}`;

/** A staff member may join only the message channel of their own organization. */
export const canJoinOrgMessages = (viewer: { orgId: number }, channel: string): boolean =>
  channel === orgMessageChannel(viewer.orgId);
