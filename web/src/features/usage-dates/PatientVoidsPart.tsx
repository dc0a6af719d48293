import { Suspense } from 'react';
import { usePart } from '../../lib/useLoaded.ts';

const load = () => import('./PatientVoids.tsx');

/** The voided nights of a patient; its code is loaded after the page. */
export function PatientVoidsPart(props: { patientId: string; onReload: () => Promise<unknown> }) {
  const part = usePart(load, true);
  // Its texts come later than the page, which stays as it is.
  return part ? (
    <Suspense>
      <part.PatientVoids {...props} />
    </Suspense>
  ) : null;
}
