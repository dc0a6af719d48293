import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { Announcement } from './announcement.entity.ts';
import { CONFLICT, RequiredVersionInput, VersionedPayload } from '../shared/versioned.ts';

export type AnnouncementState = 'scheduled' | 'shown' | 'over' | 'withdrawn';

export const AnnouncementStateEnum: Record<Uppercase<AnnouncementState>, AnnouncementState> = {
  SCHEDULED: 'scheduled',
  SHOWN: 'shown',
  OVER: 'over',
  WITHDRAWN: 'withdrawn',
};
registerEnumType(AnnouncementStateEnum, {
  name: 'AnnouncementState',
  description: "State of an announcement, by the calendar of the viewer's organization.",
  valuesConfig: {
    SCHEDULED: { description: 'Its first day is in the future.' },
    SHOWN: { description: 'Users who have not read it are shown it.' },
    OVER: { description: 'Its last day is past.' },
    WITHDRAWN: { description: 'It was withdrawn.' },
  },
});

const BODY =
  'HTML of at most 4000 characters. The tags b, i, em, strong, a (https only), br, p, ul, ol, li and code are kept; everything else is removed.';

@InputType({ description: 'A new announcement.' })
export class CreateAnnouncementInput {
  @Field(() => ID, { nullable: true, description: 'Id of the organization; null for the users of every organization.' })
  organizationId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Names of roles; empty for users of every role.' })
  roles?: string[] | null;

  @Field(() => String, { description: 'Title in English of at most 100 characters.' })
  title!: string;

  @Field(() => String, { description: `Text in English. ${BODY}` })
  body!: string;

  @Field(() => String, { nullable: true, description: 'Title in Spanish; without it Spanish readers see the English.' })
  titleEs?: string | null;

  @Field(() => String, { nullable: true, description: `Text in Spanish. ${BODY}` })
  bodyEs?: string | null;

  @Field(() => String, { description: "First day, YYYY-MM-DD, in the time zone of the reader's organization." })
  fromDate!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Last day, YYYY-MM-DD, in the same time zone; null without an end.',
  })
  untilDate?: string | null;
}

@InputType({ description: 'A change of an announcement. A field that is omitted stays.' })
export class UpdateAnnouncementInput extends RequiredVersionInput implements Partial<CreateAnnouncementInput> {
  @Field(() => ID, { description: 'Id of the announcement.' })
  announcementId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True to withdraw it: no user is shown it. False to undo that.',
  })
  withdrawn?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Id of the organization; null for the users of every organization.' })
  organizationId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Names of roles; empty for users of every role.' })
  roles?: string[];

  @Field(() => String, { nullable: true, description: 'Title in English of at most 100 characters.' })
  title?: string;

  @Field(() => String, { nullable: true, description: `Text in English. ${BODY}` })
  body?: string;

  @Field(() => String, { nullable: true, description: 'Title in Spanish; null for none.' })
  titleEs?: string | null;

  @Field(() => String, { nullable: true, description: 'Text in Spanish, as that in English; null for none.' })
  bodyEs?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "First day, YYYY-MM-DD, in the time zone of the reader's organization.",
  })
  fromDate?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Last day, YYYY-MM-DD, in the same time zone; null without an end.',
  })
  untilDate?: string | null;
}

@InputType({ description: 'One announcement.' })
export class MarkAnnouncementReadInput {
  @Field(() => ID, { description: 'Id of the announcement.' })
  announcementId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating an announcement.' })
export class CreateAnnouncementPayload extends Payload {
  @Field(() => Announcement, { nullable: true, description: 'The new announcement; null when refused.' })
  announcement: Announcement | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing an announcement.' })
export class UpdateAnnouncementPayload extends VersionedPayload {
  @Field(() => Announcement, CONFLICT)
  override conflict: Announcement | null = null;

  @Field(() => Announcement, { nullable: true, description: 'The announcement after the change; null when refused.' })
  announcement: Announcement | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of marking an announcement as read.' })
export class MarkAnnouncementReadPayload extends Payload {
  @Field(() => ViewerType, {
    nullable: true,
    description: 'The viewer with the remaining announcements; null when refused.',
  })
  viewer: ViewerType | null = null;
}

const USERS = { nullable: true, description: 'Active users that it concerns, on any day; null when it is refused.' };

@WithoutPatients()
@ObjectType({ description: 'Result of checking a new announcement.' })
export class CreateAnnouncementCheck extends Payload {
  @Field(() => Int, USERS)
  users: number | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a change of an announcement.' })
export class UpdateAnnouncementCheck extends VersionedPayload {
  @Field(() => Int, USERS)
  users: number | null = null;

  @Field(() => Announcement, CONFLICT)
  override conflict: Announcement | null = null;
}
