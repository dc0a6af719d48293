import { Suspense, type ComponentType } from 'react';
import { usePart } from '../lib/useLoaded.ts';

/** Returns a part of a page whose code is loaded after the page; nothing is shown until then. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loadPart = async () => ({ Part: await load() });
  return function LaterPart(props: Props) {
    const part = usePart(loadPart, true);
    // Its texts come later than the page, which stays as it is.
    return part ? (
      <Suspense>
        <part.Part {...props} />
      </Suspense>
    ) : null;
  };
}
