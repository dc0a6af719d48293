import { buildWeb } from '../src/web-build.ts';

await buildWeb();
