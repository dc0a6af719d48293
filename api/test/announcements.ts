import type { Client } from './harness.ts';

const FIELDS =
  'databaseId title body titleEs bodyEs roles fromDate untilDate state version organization { databaseId } createdBy { databaseId }';
export const CREATE = `mutation ($input: CreateAnnouncementInput!) { createAnnouncement(input: $input) { announcement { ${FIELDS} } userErrors { field code } } }`;
export const UPDATE = `mutation ($input: UpdateAnnouncementInput!) { updateAnnouncement(input: $input) { announcement { ${FIELDS} } conflict { version title } userErrors { field code } } }`;
export const NEW = '{ viewer { newAnnouncements { databaseId title } } }';
/** The titles of the announcements that a search finds. */
export const LIST = 'query ($search: String) { announcements(search: $search) { edges { node { title } } } }';
/** What an announcement needs at least. */
export const INPUT = { title: 'Maintenance', body: 'On <b>Sunday</b>.', fromDate: '2026-01-01' };

/** Returns the payload of creating an announcement: `INPUT` with these changes. */
export const create = async (who: Client, input: object = {}) =>
  (await who.gql(CREATE, { input: { ...INPUT, ...input } })).data.createAnnouncement;

/** Creates an announcement and returns its id. */
export const created = async (who: Client, input: object = {}): Promise<number> =>
  (await create(who, input)).announcement.databaseId;

/** Returns the payload of changing an announcement. */
export const update = async (who: Client, announcementId: number, input: object, version = 1) =>
  (await who.gql(UPDATE, { input: { announcementId: String(announcementId), version, ...input } })).data
    .updateAnnouncement;

/** Returns the titles of the announcements that a user has not read. */
export const shownTo = async (who: Client): Promise<string[]> =>
  (await who.gql(NEW)).data.viewer.newAnnouncements.map(({ title }: { title: string }) => title);
