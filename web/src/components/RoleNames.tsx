import { useRoleName } from '../lib/roleName.ts';

/** Roles by name, in the viewer's language. */
export function RoleNames({ codes }: { codes: readonly string[] }) {
  const roleName = useRoleName();
  return <>{codes.map(roleName).join(', ')}</>;
}
