import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { builtTheme } from './built-theme.ts';
import { chunkGroups } from './chunks.ts';
import { clientDocuments } from './client-documents.ts';
import { compileAhead } from './compile-ahead.ts';
import { compressAssets } from './compress.ts';
import { earlyQueries, startScript } from './early-queries.ts';
import { serverPaths } from './server-paths.ts';
import { signInPage } from './sign-in-page.ts';
import { sizeBudget } from './size-budget.ts';
import { texts } from './texts.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const production = (name: string) => fromHere(`../node_modules/${name}/dist/production/index.js`);

/** In development /graphiql is a separate page too (in the server: api/src/web-pages.ts). */
const graphiqlPage: Plugin = {
  name: 'graphiql-page',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.split('?')[0] === '/graphiql') request.url = '/graphiql.html';
      next();
    });
  },
};

/** In development the portal's name comes from this process (in the server: api/src/web-pages.ts). */
const developmentName: Plugin = {
  name: 'development-name',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('__PORTAL_NAME__', () => process.env.PORTAL_NAME || 'Airlog')
      .replaceAll('__APP_REGION__', process.env.APP_REGION || 'us'),
};

/** The component gallery is built for its browser test only: `--mode gallery`. */
const pages = (mode: string) =>
  mode === 'gallery' ? ['components.html'] : ['index.html', 'src/start.ts', 'login.html', 'graphiql.html'];

export default defineConfig(({ mode, command }) => ({
  root: fromHere('.'),
  plugins: [
    builtTheme(),
    earlyQueries(),
    texts(),
    startScript(),
    signInPage(),
    graphiqlPage,
    developmentName,
    react(),
    compileAhead(),
    sizeBudget(),
    clientDocuments(),
    compressAssets(),
  ],
  resolve: {
    // rxjs has its code for current browsers under this name.
    conditions: ['es2015', ...defaultClientConditions],
    // Its package names the build with the warnings for developers under every condition.
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: production('react-router') }] : [],
  },
  build: {
    outDir: fromHere('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: pages(mode).map(fromHere), output: { codeSplitting: { groups: chunkGroups } } },
    // Monaco, loaded by graphiql.html only, exceeds any useful limit.
    chunkSizeWarningLimit: 5000,
  },
  server: {
    port: 5173,
    proxy: serverPaths(process.env.PORT || 4000),
  },
}));
