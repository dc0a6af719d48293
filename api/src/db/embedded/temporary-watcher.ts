import { removeTemporary } from './temporary.ts';

// Started with a temporary folder. The input ends when the process that wrote to it ends, also when it is killed.
process.stdin.resume().once('end', () => void removeTemporary(process.argv[2]!));
