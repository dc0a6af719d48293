import type { Contract } from '../../test/contract/contract.ts';
import { announcementRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { type Case, older, rowOf } from '../../test/contract/versions.fixture.ts';
import { asViewer } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

const announcement: Case = {
  viewer: () => asViewer({ kind: 'support' }),
  async make(viewer) {
    const body = { title: 'Maintenance', body: 'On Sunday.', from_date: '2026-01-01' };
    const { id } = (await viewer.rest('POST', '/api/announcements', body)).body.data;
    const read = rowOf('/api/announcements/datatable', id);
    return {
      path: `/api/announcements/${id}`,
      read,
      first: { title: 'Moved' },
      now: { id, title: 'Moved', body: 'On Sunday.' },
      second: { body: 'On Monday.' },
      whole: async () => [await read(viewer)],
      alone: { title: 'Maintenance' },
      age: older('announcements', id),
      held: `update announcements set title = 'Moved', version = version + 1 where id = ${id}`,
    };
  },
};

const receipt = (org_id: number, user_id: number) => ({
  org_id,
  user_id,
  announcement_id: 999_999,
  read_at: new Date(),
});

/** What the contract tests expect of announcements, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Announcements: no data of patients. Each user reads and marks those that concern them.
    'Query.announcements': ['update.announcement', 'none'],
    'GET /api/announcements/datatable': ['update.announcement', 'none'],
    'Query.announcementOrganizations': ['update.announcement', 'none'],
    'Query.checkCreateAnnouncement': ['update.announcement', 'none'],
    'Mutation.createAnnouncement': ['update.announcement', 'write'],
    'POST /api/announcements': ['update.announcement', 'write'],
    'Query.checkUpdateAnnouncement': ['update.announcement', 'none'],
    'Mutation.updateAnnouncement': ['update.announcement', 'write'],
    'PATCH /api/announcements/{id}': ['update.announcement', 'write'],
    'GET /api/announcements': ['session', 'none'],
    'Mutation.markAnnouncementRead': ['session', 'none'],
    'POST /api/announcements/{id}/read': ['session', 'none'],
  },
  variables: {
    'Query.announcements': () => ({}),
    'Query.announcementOrganizations': () => ({ search: 'north' }),
  },
  addresses: {
    'GET /api/announcements/datatable': () => ({ path: {} }),
    'GET /api/announcements': () => ({ path: {} }),
  },
  foreignVariables: {
    'Query.node id (Announcement)': ({ announcement }) => ({ id: toGlobalId('Announcement', announcement) }),
    'Query.checkUpdateAnnouncement input.announcementId': ({ announcement }) => ({
      input: { announcementId: String(announcement), version: 1 },
    }),
    'Mutation.updateAnnouncement input.announcementId': ({ announcement }) => ({
      input: { announcementId: String(announcement), version: 1 },
    }),
    'Mutation.markAnnouncementRead input.announcementId': ({ announcement }) => ({
      input: { announcementId: String(announcement) },
    }),
  },
  foreignAddresses: {
    'PATCH /api/announcements/{id} {id}': ({ announcement }) => ({ path: { id: announcement }, body: {} }),
    'POST /api/announcements/{id}/read {id}': ({ announcement }) => ({ path: { id: announcement }, body: {} }),
  },
  ofNoOrganization: [
    'Query.checkCreateAnnouncement input.organizationId', // announcements.test.ts
    'Mutation.createAnnouncement input.organizationId',
    'Query.checkUpdateAnnouncement input.organizationId',
    'Mutation.updateAnnouncement input.organizationId',
  ],
  auditedElsewhere: [
    'Query.checkCreateAnnouncement', // announcements.test.ts
    'Mutation.createAnnouncement',
    'POST /api/announcements',
    'Query.checkUpdateAnnouncement',
    'Mutation.updateAnnouncement',
    'PATCH /api/announcements/{id}',
    'Mutation.markAnnouncementRead',
    'POST /api/announcements/{id}/read',
  ],
  once: [
    'Mutation.createAnnouncement',
    'Mutation.updateAnnouncement',
    'PATCH /api/announcements/{id}',
    'POST /api/announcements',
  ],
  unversioned: {
    'Mutation.createAnnouncement': 'adds',
    'Mutation.markAnnouncementRead': 'own',
    'POST /api/announcements': 'adds',
    'POST /api/announcements/{id}/read': 'own',
  },
  versioned: {
    'PATCH /api/announcements/{id}': announcement,
  },
  files: [['GET /api/announcements/datatable', 'update.announcement', 'export.user', false]],
  times: {
    'GET /api/announcements/datatable': ['Created'],
  },
  rights: {
    // Written by support staff; each user marks what they have read.
    announcements: {
      org: READ,
      support: {
        select: 'all',
        insert: 'all',
        update: 'audience_org_id audience_roles title body title_es body_es from_date until_date withdrawn_at version',
      },
      definer: READ,
    },
    announcement_receipts: {
      org: { select: 'all', insert: 'all' },
      support: { select: 'all', insert: 'all' },
      definer: READ,
    },
  },
  viewerFields: [['viewerCanManageAnnouncements', 'support', 'update.announcement']],
  lists: {
    announcements: { field: 'announcements', notCopied: 'few rows' },
  },
  change: {
    announcements: 'version = 2',
  },
  newRows: (w) => [
    ['announcements', 'support', announcementRow(null, w.b, w.userB), false], // without update.announcement
    ['announcement_receipts', 'a', receipt(w.a, w.userA), true],
    ['announcement_receipts', 'limited', receipt(w.a, w.userA), true],
    ['announcement_receipts', 'support', receipt(w.b, w.userB), true],
    ['announcement_receipts', 'a', receipt(w.b, w.userB), false],
    ['announcement_receipts', 'a', receipt(w.a, w.colleague), false],
    ['announcement_receipts', 'c', receipt(w.a, w.userA), false],
    ['announcement_receipts', 'support', receipt(w.a, w.userA), false],
    ['announcement_receipts', 'anonymous', receipt(w.a, w.userA), false],
  ],
};
