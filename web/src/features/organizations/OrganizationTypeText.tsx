import { useOrganizationType } from '../../lib/useOrganizationType.ts';

/** The type of an organization in the user's language. */
export function OrganizationTypeText({ type }: { type: string }) {
  const typeOf = useOrganizationType();
  return <>{typeOf(type)}</>;
}
