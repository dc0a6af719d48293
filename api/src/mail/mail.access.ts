import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const mailAccess: Access = {
  // The mail server proves itself by its own secret (bounces.service.ts).
  'POST /api/mail/bounces': open('public'),
};
