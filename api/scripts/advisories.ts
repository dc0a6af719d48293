import { judged } from './packages/advisories.ts';
import { npmOfProduction } from './packages/production.ts';

// npm run check:advisories
// Asks the registry for known weaknesses of the packages of production. A high or critical one fails the gate; a registry
// that answers no such question, or none at all, does not.

const { stdout, stderr } = npmOfProduction(['audit', '--json', '--fetch-retries=0']);
const { isFailed, lines } = judged(stdout, stderr);
process.stdout.write(`${lines.join('\n')}\n`);
if (isFailed) process.exitCode = 1;
