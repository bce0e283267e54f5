import { type Queries, writes } from './database.ts'

/** Small enough that nobody waits for a sweep. */
const batch = 1000

const statements = {
  credentials: writes<{ digest: string }>(
    'sweep_credentials',
    `delete from credential where digest in
       (select digest from credential where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  oauthArtifacts: writes<{ digest: string }>(
    'sweep_oauth_artifacts',
    `delete from oauth_artifact where digest in
       (select digest from oauth_artifact where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  oauthGrants: writes<{ id: string }>(
    'sweep_oauth_grants',
    `delete from oauth_grant where id in
       (select id from oauth_grant where expires_at <= $1 limit ${batch}) returning id`,
  ),
  emailChanges: writes<{ digest: string }>(
    'sweep_email_changes',
    `delete from email_change where digest in
       (select digest from email_change where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  joins: writes<{ account_id: string }>(
    'sweep_joins',
    `delete from pending_join where (account_id, server_id_digest) in
       (select account_id, server_id_digest from pending_join where expires_at <= $1 limit ${batch})
     returning account_id`,
  ),
  guesses: writes<{ key: string }>(
    'sweep_guesses',
    `delete from guess where key in (select key from guess where full_at <= $1 limit ${batch}) returning key`,
  ),
  lookupClients: writes<{ network: string }>(
    'sweep_lookup_clients',
    `delete from lookup_client where network in
       (select network from lookup_client where forgotten_at <= $1 limit ${batch}) returning network`,
  ),
  /** Of automatic bans the newest are kept, as many as `limit` says. */
  surplusBans: writes<{ network: string }>(
    'sweep_surplus_bans',
    `delete from lookup_client where network in
       (select network from lookup_client where ban_length > 0
        order by banned_at desc, network limit ${batch} offset cast($1 as bigint)) returning network`,
  ),
  totpSteps: writes<{ step: number }>(
    'sweep_totp_steps',
    `delete from used_totp_step where (account_id, step) in
       (select account_id, step from used_totp_step where step <= $1 limit ${batch}) returning step`,
  ),
  formerSkins: writes<{ hash: string }>(
    'sweep_former_skins',
    `delete from former_skin where (account_id, hash) in
       (select account_id, hash from former_skin where taken_off_at <= $1 limit ${batch}) returning hash`,
  ),
  usedChallenges: writes<{ digest: string }>(
    'sweep_used_challenges',
    `delete from used_challenge where digest in
       (select digest from used_challenge where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  /** Those under the seal of this number and under all before it. */
  auditEntries: writes<{ id: string }>(
    'sweep_audit_entries',
    `delete from audit_entry where id in
       (select id from audit_entry where seal <= $1 limit ${batch}) returning id`,
  ),
  /** The seal of this number stays: the next one builds on its hash. */
  auditSeals: writes<{ number: number }>(
    'sweep_audit_seals',
    `delete from audit_seal where number in
       (select number from audit_seal where number < $1 limit ${batch}) returning number`,
  ),
  registrations: writes<{ digest: string }>(
    'sweep_registrations',
    `delete from registration where digest in
       (select digest from registration where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  recoveries: writes<{ digest: string }>(
    'sweep_recoveries',
    `delete from recovery where digest in
       (select digest from recovery where expires_at <= $1 limit ${batch}) returning digest`,
  ),
  invites: writes<{ id: string }>(
    'sweep_invites',
    `delete from invite where id in (select id from invite where expires_at <= $1 limit ${batch}) returning id`,
  ),
  attempts: writes<{ subject: string }>(
    'sweep_attempts',
    `delete from attempt where (subject, step, refused_at) in
       (select subject, step, refused_at from attempt where at <= $1 limit ${batch}) returning subject`,
  ),
  /** Of refused ones the newest are kept, as many as `limit` says. */
  surplusAttempts: writes<{ subject: string }>(
    'sweep_surplus_attempts',
    `delete from attempt where (subject, step, refused_at) in
       (select subject, step, refused_at from attempt where refused_at > 0
        order by refused_at desc limit ${batch} offset cast($1 as bigint)) returning subject`,
  ),
  mail: writes<{ id: string }>(
    'sweep_mail',
    `delete from mail where id in (select id from mail where expires_at <= $1 limit ${batch}) returning id`,
  ),
}

/** Deletes one batch of what lies before `limit` and says whether there may be more. */
export async function sweepBatch(
  db: Queries,
  what: keyof typeof statements,
  limit: number,
): Promise<boolean> {
  const rows = await db.run<unknown>(statements[what], [limit])
  return rows.length === batch
}
