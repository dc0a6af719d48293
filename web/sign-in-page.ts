import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type { renderSignIn } from './src/sign-in/document.tsx';

const STYLES = 'virtual:sign-in.css';
const COMMENT = /<!-- The build writes the page.*?-->/;

async function rendered(): ReturnType<typeof renderSignIn> {
  const file = fileURLToPath(new URL('./src/sign-in/document.tsx', import.meta.url));
  const { module } = await runnerImport<{ renderSignIn: typeof renderSignIn }>(file, {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
  });
  return module.renderSignIn();
}

/**
 * Renders the sign-in page while the client is built: HTML and styles from the client's components and theme, for
 * login.html. The page needs no library of the client at run time.
 */
export function signInPage(): Plugin {
  let page: ReturnType<typeof rendered> | undefined;
  const once = () => (page ??= rendered());
  return {
    name: 'sign-in-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.method === 'GET' && request.url?.split('?')[0] === '/login') request.url = '/login.html';
        next();
      });
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : undefined),
    load: async (id) => (id === `\0${STYLES}` ? (await once()).css : undefined),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => (COMMENT.test(html) ? html.replace(COMMENT, (await once()).html) : html),
    },
  };
}
