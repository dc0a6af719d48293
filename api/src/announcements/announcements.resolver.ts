import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';
import { checked } from '../graphql/checked.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { Announcement } from './announcement.entity.ts';
import {
  checkCreateAnnouncement,
  checkUpdateAnnouncement,
  countAudience,
  createAnnouncement,
  findAudiences,
  listAnnouncements,
  announcementStateOf,
  updateAnnouncement,
} from './announcements.service.ts';
import {
  AnnouncementStateEnum,
  CreateAnnouncementCheck,
  CreateAnnouncementInput,
  CreateAnnouncementPayload,
  MarkAnnouncementReadInput,
  MarkAnnouncementReadPayload,
  UpdateAnnouncementCheck,
  UpdateAnnouncementInput,
  UpdateAnnouncementPayload,
  type AnnouncementState,
} from './announcements.types.ts';
import { markAnnouncementRead, newAnnouncements } from './new-announcements.service.ts';
import { announcementsList } from './announcements.list.ts';
import { listTypes } from '../shared/list-types.ts';

const AnnouncementConnection = connectionOf(Announcement, 'Announcement');
const { Args: AnnouncementsArgs } = listTypes('Announcements', announcementsList);

@Resolver(() => Announcement)
export class AnnouncementsResolver {
  @Query(() => AnnouncementConnection, {
    description: 'The announcements to the users of all organizations; search matches the titles. For support staff.',
  })
  announcements(
    @Args(() => AnnouncementsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<Announcement>> {
    return listAnnouncements(ctx, args);
  }

  @Query(() => [Organization], {
    description:
      'Organizations for the audience of an announcement: at most 20 active ones whose name has every search word.',
  })
  announcementOrganizations(
    @Arg('search', () => String, { description: 'Search words for a name.' }) search: string,
    @Ctx() ctx: Context,
  ): Promise<Organization[]> {
    return findAudiences(ctx, search);
  }

  @Query(() => CreateAnnouncementCheck, {
    description: 'Every reason why createAnnouncement would refuse the input, without writing.',
  })
  checkCreateAnnouncement(
    @Arg('input', () => CreateAnnouncementInput, { description: 'The same input as for createAnnouncement.' })
    input: CreateAnnouncementInput,
    @Ctx() ctx: Context,
  ): Promise<CreateAnnouncementCheck> {
    return checked(ctx, CreateAnnouncementCheck, async () => ({
      users: await countAudience(ctx, await checkCreateAnnouncement(ctx, { ...input })),
    }));
  }

  @Query(() => UpdateAnnouncementCheck, {
    description: 'Every reason why updateAnnouncement would refuse the input, without writing.',
  })
  checkUpdateAnnouncement(
    @Arg('input', () => UpdateAnnouncementInput, { description: 'The same input as for updateAnnouncement.' })
    input: UpdateAnnouncementInput,
    @Ctx() ctx: Context,
  ): Promise<UpdateAnnouncementCheck> {
    return checked(ctx, UpdateAnnouncementCheck, async () => {
      const { announcement, changed } = await checkUpdateAnnouncement(ctx, { ...input });
      return { users: await countAudience(ctx, { ...announcement, ...changed }) };
    });
  }

  @Mutation(() => CreateAnnouncementPayload, {
    description: 'Creates an announcement. Open pages of the users it concerns show it at once from its first day.',
  })
  async createAnnouncement(
    @Arg('input', () => CreateAnnouncementInput, { description: 'The new announcement.' })
    input: CreateAnnouncementInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateAnnouncementPayload>> {
    return { announcement: await createAnnouncement(ctx, { ...input }) };
  }

  @Mutation(() => UpdateAnnouncementPayload, {
    description: 'Changes or withdraws an announcement. Users who have read it are not shown it again.',
  })
  async updateAnnouncement(
    @Arg('input', () => UpdateAnnouncementInput, { description: 'The announcement and the fields to change.' })
    input: UpdateAnnouncementInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateAnnouncementPayload>> {
    return { announcement: await updateAnnouncement(ctx, { ...input }) };
  }

  @Mutation(() => MarkAnnouncementReadPayload, {
    description:
      'Marks an announcement as read by the viewer, who is not shown it again. Repeating it changes nothing.',
  })
  async markAnnouncementRead(
    @Arg('input', () => MarkAnnouncementReadInput, { description: 'The announcement.' })
    input: MarkAnnouncementReadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MarkAnnouncementReadPayload>> {
    await markAnnouncementRead(ctx, input.announcementId);
    return { viewer: viewerOf(ctx.viewer) };
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The organization whose users are shown it; null for the users of every organization.',
  })
  organization(@Root() { audienceOrgId }: Announcement, @Ctx() ctx: Context): Promise<Organization | null> | null {
    return audienceOrgId === null ? null : ctx.loader(organizationsById).load(audienceOrgId);
  }

  @FieldResolver(() => AnnouncementStateEnum, { description: 'State of the announcement today.' })
  state(@Root() announcement: Announcement, @Ctx() ctx: Context): AnnouncementState {
    return announcementStateOf(ctx, announcement);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user who created it; null when the viewer may not see that user.',
  })
  createdBy(@Root() { createdById }: Announcement, @Ctx() ctx: Context): Promise<User | null> {
    return ctx.loader(usersById).load(createdById);
  }
}

@Resolver(() => ViewerType)
export class ViewerAnnouncementsResolver {
  @FieldResolver(() => [Announcement], {
    description:
      'The announcements that concern the user today and that they have not read, oldest first, at most ten.',
  })
  newAnnouncements(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<Announcement[]> {
    return newAnnouncements(ctx);
  }
}
