import { useEffect, useState } from 'react';
import { untilFirstPage } from '../../lib/early.ts';
import { useLoaded } from '../../lib/useLoaded.ts';
import { watchSession, type Ending } from './sessionWatch.ts';

const loadQuestion = () => import('./ActivityCheck.tsx');

/** Watches the end of the session once the first page is there. What asks the user then is loaded apart. */
export function SessionEnd() {
  const [ending, setEnding] = useState<Ending | null>(null);
  const question = useLoaded(loadQuestion, ending !== null);
  useEffect(() => {
    let isGone = false;
    const watch = untilFirstPage().then(() => (isGone ? undefined : watchSession(setEnding)));
    return () => {
      isGone = true;
      void watch.then((stop) => stop?.());
    };
  }, []);
  return question ? <question.ActivityCheck ending={ending} /> : null;
}
