import { npmOfProduction } from './packages/production.ts';

// npm run --silent sbom > sbom.cdx.json
// Prints the packages of production with their versions, hashes and licenses, as CycloneDX.

const { status, stdout, stderr } = npmOfProduction([
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
]);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
