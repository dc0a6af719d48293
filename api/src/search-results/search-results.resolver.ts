import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import {
  checkSearch,
  searchMachines,
  searchOrganizations,
  searchPatients,
  searchUsers,
} from './search-results.service.ts';
import { searchLocations, searchOrganizationPages } from './search-results-places.ts';
import { FoundLocation, FoundOrganization, SearchResults } from './search-results.types.ts';

@Resolver(() => SearchResults)
export class SearchResultsResolver {
  @Query(() => SearchResults, {
    description: 'The first rows of each kind that match what a user typed, limited to what the viewer may see.',
  })
  searchResults(
    @Arg('search', () => String, {
      description:
        'At least two letters: words of a name, an e-mail address, a number, a birth date, or a part of a serial number.',
    })
    search: string,
    @Arg('first', () => Int, { nullable: true, description: 'Most rows of each kind, at most 20; 5 when omitted.' })
    first?: number | null,
  ): SearchResults {
    return checkSearch(search, first);
  }

  @FieldResolver(() => [Patient], {
    description:
      'Patients by id; by birth date, as MM/DD/YYYY or YYYY-MM-DD; or by name, patient number, e-mail and serial number like the list. Fewer than three letters match the beginning of a last name. Empty without the permission to read patients.',
  })
  patients(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<Patient[]> {
    return searchPatients(ctx, results);
  }

  @FieldResolver(() => [Machine], {
    description: 'Devices by any digits of the serial number. Empty without the permission to list devices.',
  })
  machines(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<Machine[]> {
    return searchMachines(ctx, results);
  }

  @FieldResolver(() => [User], {
    description:
      'Users that the viewer administers, by name and e-mail address. Fewer than three letters match the beginning of the last name or of the address. Empty without the permission to list users.',
  })
  users(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<User[]> {
    return searchUsers(ctx, results);
  }

  @FieldResolver(() => [Organization], {
    description:
      'Active organizations in which support staff may act, by name. Fewer than three letters match the beginning of the name. Empty for other users.',
  })
  organizations(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<Organization[]> {
    return searchOrganizations(ctx, results);
  }

  @FieldResolver(() => [FoundOrganization], {
    description:
      'Organizations whose page the viewer may open, by name and DME ID: all for support staff, or the one in which they act; their own for administrators. Fewer than three letters match the beginning of the name. Empty for other users.',
  })
  organizationPages(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<FoundOrganization[]> {
    return searchOrganizationPages(ctx, results);
  }

  @FieldResolver(() => [FoundLocation], {
    description:
      'Open locations of these organizations, by name, custom ID and DME ID. Fewer than three letters match the beginning of the name. Empty for other users.',
  })
  locations(@Root() results: SearchResults, @Ctx() ctx: Context): Promise<FoundLocation[]> {
    return searchLocations(ctx, results);
  }
}
