import type { Viewer } from '../auth/viewer.ts';

/** Support staff who may send messages send them to any member of staff. */
export const canSendOrgMessage = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('send.org.message');

/** The one channel of an organisation that carries its messages, as existing clients name it. */
export const orgMessageChannel = (orgId: number): string => `private-org-message.${orgId}`;

/** A member of staff joins the message channel of their own organisation and no other. */
export const canJoinOrgMessages = (viewer: { orgId: number }, channel: string): boolean =>
  channel === orgMessageChannel(viewer.orgId);
