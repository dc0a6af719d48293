import { useLoaded } from '../../lib/useLoaded.ts';

const loadCheck = () => import('./ActivityCheck.tsx');

/** Watches the end of the session. It is loaded after the first screen. */
export function SessionEnd() {
  const check = useLoaded(loadCheck, false);
  return check ? <check.ActivityCheck /> : null;
}
