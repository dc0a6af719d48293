import './emit-schema.ts';

// One process prints the schema and then serves it: a change of the code is loaded once.
await import('../src/main.ts');
