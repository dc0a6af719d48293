import { graphql } from '../../lib/graphql.ts';

graphql(`
  fragment PatientMigration_progress on PatientMigration {
    id
    state
    total
    migrated
    alreadyHere
    refused
    undone
    kept
    problem
    startedAt
    endedAt
    undoUntil
    viewerCanUndo
  }
`);
