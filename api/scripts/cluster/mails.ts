import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const LIMIT_MS = 120_000;

/** Adds users with a mail to each, all at once. Returns their number. */
export async function queueMailsTo({ servers }: Cluster, users: number): Promise<void> {
  await servers[0].query(
    `do $$ declare person int; begin
       for person in insert into users (org_id, email, first_name, last_name, email_verified_at)
         select 1, format('mail%s@example.test', nth), 'A', 'B', now() from generate_series(1, ${users}) nth returning id loop
         perform set_config('role', 'airlog_auth', true);
         perform queue_mail(person, 'password-reset');
         perform set_config('role', 'none', true);
       end loop;
     end $$`,
  );
}

const idOf = (data: string) => /^message-id:\s*(\S+)/im.exec(data)?.[1] ?? data;

/** Waits until each mail has reached its server, or the limit. Returns how many never did, and how many came twice. */
export async function mailsTaken({
  mail,
  servers,
}: Cluster): Promise<{ missing: number; doubled: number; seconds: number }> {
  const since = performance.now();
  const missing = async () =>
    (
      await servers[0].query<{ waiting: number }>("select count(*)::int as waiting from mails where state <> 'sent'")
    )[0]!.waiting;
  while ((await missing()) > 0 && performance.now() - since < LIMIT_MS) await wait(250);
  const ids = mail.taken.map(({ data }) => idOf(data));
  const left = await missing();
  return { missing: left, doubled: ids.length - new Set(ids).size, seconds: (performance.now() - since) / 1000 };
}
