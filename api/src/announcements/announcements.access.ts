import { open, read, write, type Access } from '../auth/operation.ts';

const list = { ...read('update.announcement', 'none'), phi: false, audit: 'none' } as const;
const change = { ...write('update.announcement', 'once'), phi: false } as const;

/** The operations of this folder and the permission that each needs. */
export const announcementsAccess: Access = {
  'GET /api/announcements': open('session'),
  'GET /api/announcements/datatable': { ...list, export: 'export.user' },
  'Mutation.createAnnouncement': change,
  'Mutation.markAnnouncementRead': open('session'),
  'Mutation.updateAnnouncement': change,
  'PATCH /api/announcements/{id}': change,
  'POST /api/announcements': change,
  'POST /api/announcements/{id}/read': open('session'),
  'Query.announcementOrganizations': list,
  'Query.announcements': { ...list, nodes: ['Announcement'] },
  'Query.checkCreateAnnouncement': list,
  'Query.checkUpdateAnnouncement': list,
};
