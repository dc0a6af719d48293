import { found } from './folders/routes.ts';
import type { Route } from './rest/route.ts';

/** Every documented REST path: those of the `*.routes.ts` of the features. */
export const routes: Route[] = found.flat();
