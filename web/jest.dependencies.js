import { packageBundles } from '../api/test/package-bundles.js';

const { mapper, bundle, provide } = packageBundles({
  folder: 'web-tests',
  list: import.meta.filename,
  entries: [
    '@apollo/client',
    '@apollo/client/errors',
    '@apollo/client/link/error',
    '@apollo/client/link/http',
    '@apollo/client/link/subscriptions',
    '@apollo/client/masking',
    '@apollo/client/react',
    '@apollo/client/testing',
    '@chakra-ui/react',
    '@chakra-ui/react/theme',
    '@emotion/cache',
    '@emotion/react',
    '@hookform/resolvers/yup',
    '@tanstack/react-virtual',
    '@testing-library/jest-dom/matchers',
    '@testing-library/react',
    '@testing-library/user-event',
    'graphql',
    'graphql-ws',
    'i18next',
    'lucide-react',
    'react',
    'react-dom',
    'react-dom/client',
    'react-dom/server.node',
    'react-hook-form',
    'react-i18next',
    'react-router',
    'react/jsx-runtime',
    'rxjs',
    'yup',
  ],
  leftOut: {
    '@chakra-ui/react': ['defaultConfig', 'defaultSystem', 'system'], // the client has its own theme
    'lucide-react': ['default'], // only its CommonJS form has it
  },
  resolve: { conditions: ['browser', 'module'] },
  define: { 'process.env.NODE_ENV': '"test"' },
});

/** The client's packages and Testing Library, which Jest would load again for each test file. */
export { mapper as bundled, provide as providePackages };
export default bundle;
