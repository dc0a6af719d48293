import type { TFunction } from 'i18next';
import { ArrowLeftRight, Building2, Cpu, MapPin, UserCog, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer } from '../../lib/viewer.ts';
import { urls } from '../../lib/urls.ts';
import { useOrganizationType } from '../../lib/useOrganizationType.ts';
import { useFindPaletteResults, type FindPaletteResultsQuery } from './gql/usePaletteSearch.ts';
import type { PaletteEntry } from './paletteEntry.ts';

graphql(`
  query FindPaletteResults($search: String!) {
    searchResults(search: $search) {
      patients {
        id
        databaseId
        assignedId
        firstName
        lastName
        birthDate
        currentSerial
      }
      machines {
        id
        databaseId
        serial
        model
        currentPatient {
          id
          firstName
          lastName
        }
      }
      users {
        id
        databaseId
        firstName
        lastName
        email
        organization {
          id
          name
        }
      }
      organizationPages {
        organization {
          id
          databaseId
          name
          type
        }
        dmeId
        isDraft
        isActive
      }
      locations {
        location {
          id
          name
          city
          state
        }
        organization {
          id
          databaseId
          name
        }
        customId
        dmeId
      }
      organizations {
        id
        name
        type
      }
    }
  }
`);

type Found = FindPaletteResultsQuery['searchResults'];
type Translate = TFunction<'palette'>;

const line = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

interface Own {
  t: Translate;
  /** Whether the viewer finds users of several organizations. */
  isAcross: boolean;
  typeOf: (type: string) => string;
  actIn: ActIn;
}

/**
 * The kinds of rows that the server finds. Another kind is one more entry with a page of its own to open, or an action:
 * its fields in the query, a heading in `paletteGroups`, and its lines here.
 */
const sources: readonly ((found: Found, own: Own) => PaletteEntry[])[] = [
  ({ patients }, { t }) =>
    patients.map((patient) => ({
      value: patient.id,
      group: 'patients',
      icon: UserRound,
      label: nameInList(patient),
      description: line(
        patient.birthDate && t('born', { date: formatDate(patient.birthDate) }),
        patient.assignedId ?? String(patient.databaseId),
        patient.currentSerial,
      ),
      path: urls.patient(patient.databaseId),
    })),
  ({ machines }) =>
    machines.map((machine) => ({
      value: machine.id,
      group: 'machines',
      icon: Cpu,
      label: machine.serial,
      description: line(machine.model, machine.currentPatient && nameInList(machine.currentPatient)),
      path: urls.machine(machine.databaseId),
    })),
  ({ users }, { isAcross }) =>
    users.map((user) => ({
      value: user.id,
      group: 'users',
      icon: UserCog,
      label: nameInList(user),
      description: line(user.email, isAcross && user.organization.name),
      path: urls.user(user.databaseId),
    })),
  ({ organizationPages }, { t, typeOf }) =>
    organizationPages.map(({ organization: { id, databaseId, name, type }, dmeId, isDraft, isActive }) => ({
      value: id,
      group: 'organizations',
      icon: Building2,
      label: name,
      description: line(typeOf(type), dmeId, isDraft ? t('draft') : !isActive && t('inactive')),
      path: urls.organization(databaseId),
    })),
  ({ locations }) =>
    locations.map(({ location, organization, customId, dmeId }) => ({
      value: location.id,
      group: 'locations',
      icon: MapPin,
      label: location.name,
      description: line(organization.name, [location.city, location.state].filter(Boolean).join(', '), customId, dmeId),
      path: urls.organizationLocations(organization.databaseId),
    })),
  ({ organizations }, { t, typeOf, actIn }) =>
    organizations.map(({ id, name, type }) => ({
      value: `act in ${id}`,
      group: 'switch',
      icon: ArrowLeftRight,
      label: name,
      description: t('actIn', { type: typeOf(type) }),
      run: () => actIn(id),
    })),
];

/** The action of an organization that was found. */
export type ActIn = (organizationId: string) => void;

/** Returns a function that finds rows by what the user types. Aborting cancels the request. Nothing is cached. */
export function usePaletteSearch(actIn: ActIn) {
  const find = useFindPaletteResults();
  const { t } = useTranslation('palette');
  const { viewerCanViewAnyUser, actingOrganization } = useViewer();
  const typeOf = useOrganizationType();
  const own = {
    t,
    typeOf,
    isAcross: viewerCanViewAnyUser && !actingOrganization,
    actIn,
  };
  return async (search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> => {
    const found = await find({ search }, { signal });
    return sources.flatMap((source) => source(found, own));
  };
}
