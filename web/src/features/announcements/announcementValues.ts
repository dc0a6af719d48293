import type { CreateAnnouncementInput } from '../../gql/schema.ts';
import type { AnnouncementRow_announcementFragment } from './gql/announcementList.ts';

export type AnnouncementRow = AnnouncementRow_announcementFragment;

/** The values of the form of an announcement. */
export interface AnnouncementValues {
  organizationId: string | null;
  roles: string[];
  title: string;
  body: string;
  titleEs: string;
  bodyEs: string;
  fromDate: string | null;
  untilDate: string | null;
}

/** Returns the values of an announcement; of a new one for every user, from `today`. */
export const announcementValuesOf = (announcement: AnnouncementRow | null, today: string): AnnouncementValues => ({
  organizationId: announcement?.organization?.id ?? null,
  roles: [...(announcement?.roles ?? [])],
  title: announcement?.title ?? '',
  body: announcement?.body ?? '',
  titleEs: announcement?.titleEs ?? '',
  bodyEs: announcement?.bodyEs ?? '',
  fromDate: announcement?.fromDate ?? today,
  untilDate: announcement?.untilDate ?? null,
});

/** Returns the input of a form that its rules accept. */
export const announcementInputOf = (values: AnnouncementValues): CreateAnnouncementInput => ({
  ...values,
  titleEs: values.titleEs || null,
  bodyEs: values.bodyEs || null,
  fromDate: values.fromDate ?? '',
});
