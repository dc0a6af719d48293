import { admin, running, type TestViewer } from './harness.ts';

export interface AuditLine {
  operation: string;
  outcome: string;
  patients: number[];
  properties: Record<string, unknown>;
}

/** Returns the audit lines of a viewer in the order in which they were written, with those that still waited. */
export async function linesOf({ userId }: TestViewer): Promise<AuditLine[]> {
  await running().app.readLog.flush();
  const { rows } = await admin.query<AuditLine>(
    'select operation, outcome, patient_ids as patients, properties from audit_log where actor_user_id = $1 order by id',
    [userId],
  );
  return rows;
}
