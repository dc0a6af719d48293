import { useClinicalType } from './useClinicalType.ts';

/** The type of a clinic in the user's language. */
export function ClinicalTypeText({ type }: { type: string }) {
  const typeOf = useClinicalType();
  return <>{typeOf(type)}</>;
}
