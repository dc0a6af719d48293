import { Suspense } from 'react';
import { usePart } from '../../lib/useLoaded.ts';

const load = () => import('./UploadVoids.tsx');

/** Voiding the nights of an upload; its code is loaded after the page. */
export function UploadVoidsPart(props: { uploadId: string; onDone: () => void }) {
  const part = usePart(load, true);
  // Its texts come later than the page, which stays as it is.
  return part ? (
    <Suspense>
      <part.UploadVoids {...props} />
    </Suspense>
  ) : null;
}
