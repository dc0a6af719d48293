import { read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

const act = write('create.patient.note', 'once');

/** The operations of this folder and the permission that each needs. */
export const followUpsAccess: Access = {
  'GET /api/follow-ups': { ...read(READ_PATIENT, 'rows'), export: 'export.patient' },
  'Mutation.assignFollowUp': act,
  'Mutation.completeFollowUp': act,
  'Mutation.reopenFollowUp': act,
  'Mutation.snoozeFollowUp': act,
  'POST /api/follow-ups/{patient}/{reason}/assign': act,
  'POST /api/follow-ups/{patient}/{reason}/done': act,
  'POST /api/follow-ups/{patient}/{reason}/reopen': act,
  'POST /api/follow-ups/{patient}/{reason}/snooze': act,
  // Names of colleagues, and of no patient.
  'Query.followUpAssignees': { ...read('create.patient.note', 'none'), phi: false, audit: 'none' },
  'Query.followUpCounts': { ...read(READ_PATIENT, 'none'), phi: false, audit: 'none', cost: 100 },
  'Query.followUps': { ...read(READ_PATIENT, 'rows'), cost: 100 },
};
