import type { Route } from './rest/route.ts';
import { exportsOf } from './shared/by-folder.ts';

const found = await exportsOf<Route[]>('routes', (_value, name) => name.endsWith('Routes'));

/** Every documented REST path: those of the `*.routes.ts` of the features. */
export const routes: Route[] = found.flatMap(([, ofFeature]) => ofFeature);
