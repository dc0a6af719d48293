import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer, TakenMail } from '../../test/smtp.ts';
import type { Cluster } from './cluster.ts';

const LIMIT_MS = 120_000;
/** Mails that a node sends at once, at most: those of one batch of its queue. */
const IN_FLIGHT = 25;

/** Adds users with a mail to each, all at once. */
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

const idOf = ({ data }: TakenMail) => /^message-id:\s*(\S+)/im.exec(data)?.[1] ?? data;

/**
 * Waits until each mail of the outbox is sent, or the limit. `killedAt`: how many the server had taken when a node was
 * killed. A repeat is allowed (ADR 056) only for what that node was sending then, and with the same Message-ID.
 */
export async function mailsTaken({ mail, servers }: Cluster, users: number, killedAt: number) {
  const since = performance.now();
  const unsent = async () =>
    (
      await servers[0].query<{ waiting: number }>("select count(*)::int as waiting from mails where state <> 'sent'")
    )[0]!.waiting;
  while ((await unsent()) > 0 && performance.now() - since < LIMIT_MS) await wait(250);
  const seconds = (performance.now() - since) / 1000;
  // Stored as sent is not enough: the server has taken each of them.
  const taken = new Set(mail.taken.map(({ to }) => to).filter((to) => to.startsWith('mail'))).size;
  return { missing: Math.max(await unsent(), users - taken), seconds, ...repeatsOf(mail, killedAt) };
}

/** Counts the mails beyond the first to each user of `queueMailsTo`: those that the crash explains, and all others. */
export function repeatsOf({ taken }: Pick<MailServer, 'taken'>, killedAt: number) {
  let [repeated, doubled] = [0, 0];
  const first = new Map<string, { id: string; at: number }>();
  for (const [at, one] of taken.entries()) {
    if (!one.to.startsWith('mail')) continue; // alerts to the administrator
    const known = first.get(one.to);
    if (!known) first.set(one.to, { id: idOf(one), at });
    // Both nodes send at once: the mails of one are between those of the other.
    else if (
      known.id === idOf(one) &&
      known.at >= killedAt - 2 * IN_FLIGHT &&
      known.at < killedAt + IN_FLIGHT &&
      at >= killedAt
    )
      repeated += 1;
    else doubled += 1;
  }
  return repeated > IN_FLIGHT ? { repeated: 0, doubled: doubled + repeated } : { repeated, doubled };
}
