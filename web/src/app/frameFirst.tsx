import { Skeleton } from '@chakra-ui/react';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { RouteObject } from 'react-router';
import { withPageTexts } from '../lib/i18n.ts';

interface Code {
  Component?: ComponentType | null;
}

/** Whether the frame is on the screen, or a page without it. */
const isDrawn = () => document.querySelector('main') !== null;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Returns a page that shows a line until its code is there; once it is, the page is there at once. It is drawn with its
 * effects, so that what was asked for early (lib/early.ts) is in what is painted first.
 */
function pageOf(code: Promise<Code>): ComponentType {
  let arrived: Code | null = null;
  return function Page() {
    const [loaded, draw] = useState(arrived);
    useEffect(() => {
      code.then(
        (value) => flushSync(() => draw((arrived = value))),
        // The page says so (app/RouteError.tsx).
        (error: unknown) =>
          draw(() => {
            throw error;
          }),
      );
    }, []);
    const Component = loaded?.Component;
    return useMemo(() => (Component ? <Component /> : <Skeleton height="8" width="40%" />), [Component]);
  };
}

/** Loads the frame, then the first page: without its code when that takes time. */
async function firstPage(load: () => Promise<Code>): Promise<Code> {
  await import('./signedIn.ts');
  const code = load();
  return Promise.race([code, nextTask().then(() => ({ Component: pageOf(code) }))]);
}

/**
 * Returns the routes of pages within the frame (Shell.tsx) so that the client begins with the frame: it is drawn while the
 * code and the texts of the first page are on their way, which are fetched after it. The router waits for those of any
 * later page, so that the page before stays until then.
 */
export const frameFirst = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const code = route.lazy as (() => Promise<Code>) | undefined;
    // The texts of the home page are those of the frame.
    const load = code && !route.index ? withPageTexts(code) : code;
    return load ? ({ ...route, lazy: () => (isDrawn() ? load() : firstPage(load)) } as RouteObject) : route;
  });
