import { type Queries, writes } from '../engine/database.ts'

/** Small enough that a sweep delays nobody. */
const batch = 1000

/** Makes a statement that deletes a batch of rows for which `isDue` holds, by their primary key. $1 is the limit. */
const sweeping = (table: string, key: string, isDue: string) =>
  writes(
    `sweep_${table}`,
    `delete from ${table} where (${key}) in
       (select ${key} from ${table} where ${isDue} limit ${batch}) returning ${key}`,
  )

const statements = {
  credentials: sweeping('credential', 'digest', 'expires_at <= $1'),
  oauthArtifacts: sweeping('oauth_artifact', 'digest', 'expires_at <= $1'),
  oauthGrants: sweeping('oauth_grant', 'id', 'expires_at <= $1'),
  emailChanges: sweeping('email_change', 'digest', 'expires_at <= $1'),
  friendRequests: sweeping('friendship', 'low, high', 'asked_by is not null and since <= $1'),
  declines: sweeping('declined_player', 'account_id, other_id', 'until <= $1'),
  presence: sweeping('presence', 'account_id, pmid', 'until <= $1'),
  joins: sweeping('pending_join', 'account_id, server_id_digest', 'expires_at <= $1'),
  guesses: sweeping('guess', 'key', 'full_at <= $1'),
  lookupClients: sweeping('lookup_client', 'network', 'forgotten_at <= $1'),
  /** Keeps the newest automatic bans, as many as `limit` says. */
  surplusBans: writes(
    'sweep_surplus_bans',
    `delete from lookup_client where network in
       (select network from lookup_client where ban_length > 0
        order by banned_at desc, network limit ${batch} offset cast($1 as bigint)) returning network`,
  ),
  serverKeys: sweeping('game_server_key', 'digest', 'ends_at <= $1'),
  totpSteps: sweeping('used_totp_step', 'account_id, step', 'step <= $1'),
  knownDevices: sweeping('known_device', 'account_id, digest', 'seen_at <= $1'),
  formerSkins: sweeping('former_skin', 'account_id, hash', 'taken_off_at <= $1'),
  closedReports: sweeping('texture_report', 'id', 'decided_at <= $1'),
  /** Forgets the files of textures that were taken down. */
  takenDownFiles: writes(
    'sweep_taken_down_files',
    `update taken_down_texture set png = null where hash in
       (select hash from taken_down_texture where png is not null and at <= $1 limit ${batch}) returning hash`,
  ),
  mirroredTextures: sweeping('mirrored_textures', 'uuid', 'checked_at <= $1'),
  /** Keeps the copies that were checked last, as many as `limit` says. */
  surplusMirroredTextures: writes(
    'sweep_surplus_mirrored_textures',
    `delete from mirrored_textures where uuid in
       (select uuid from mirrored_textures
        order by checked_at desc, uuid desc limit ${batch} offset cast($1 as bigint)) returning uuid`,
  ),
  refusedVisits: sweeping('refused_visit', 'digest', 'at <= $1'),
  /** Keeps the newest refusals, as many as `limit` says. */
  surplusRefusedVisits: writes(
    'sweep_surplus_refused_visits',
    `delete from refused_visit where digest in
       (select digest from refused_visit
        order by at desc, digest desc limit ${batch} offset cast($1 as bigint)) returning digest`,
  ),
  usedChallenges: sweeping('used_challenge', 'digest', 'expires_at <= $1'),
  usedSignInStates: sweeping('used_sign_in_state', 'digest', 'expires_at <= $1'),
  /** Deletes the entries of the seal with this number and of all seals before it. */
  auditEntries: sweeping('audit_entry', 'id', 'seal <= $1'),
  /** Keeps the seal with this number, because the next one builds on its hash. */
  auditSeals: sweeping('audit_seal', 'number', 'number < $1'),
  /** Deletes deliveries along with their entries. */
  oldDeliveries: sweeping('webhook_delivery', 'webhook_id, id', 'seal <= $1'),
  /** Keeps the newest finished deliveries of each webhook and state, as many as `limit` says. */
  surplusDeliveries: writes<{ id: string }>(
    'sweep_surplus_webhook_deliveries',
    `delete from webhook_delivery where (webhook_id, id) in
       (select old.webhook_id, old.id
        from webhook cross join (select 'delivered' as state union all select 'failed') as done
          join webhook_delivery as old on old.webhook_id = webhook.id and old.state = done.state
            and (old.seal, old.id) <= (select seal, id from webhook_delivery as kept
              where kept.webhook_id = webhook.id and kept.state = done.state
              order by seal desc, id desc limit 1 offset cast($1 as bigint))
        limit ${batch}) returning id`,
  ),
  nameHolds: sweeping('name_claim', 'name_key', 'until <= $1'),
  factorUndos: sweeping('factor_undo', 'digest', 'expires_at <= $1'),
  changeUndos: sweeping('change_undo', 'digest', 'expires_at <= $1'),
  registrations: sweeping('registration', 'digest', 'expires_at <= $1'),
  recoveries: sweeping('recovery', 'digest', 'expires_at <= $1'),
  oneTimeLinks: sweeping('one_time_link', 'digest', 'expires_at <= $1'),
  deletionParts: sweeping(
    'deletion_part',
    'deletion_id, part, account_id, key',
    'deletion_id in (select id from deletion where expires_at <= $1)',
  ),
  /** After their parts, which may be very many. */
  deletions: sweeping('deletion', 'id', 'expires_at <= $1'),
  setupCodes: sweeping('setup_code', 'digest', 'expires_at <= $1'),
  linkCodes: sweeping('link_code', 'digest', 'expires_at <= $1'),
  bedrockCodes: sweeping('bedrock_code', 'digest', 'expires_at <= $1'),
  linkSignIns: sweeping('link_sign_in', 'session, neighbour_id', 'expires_at <= $1'),
  invites: sweeping('invite', 'id', 'expires_at <= $1'),
  apiTokens: sweeping('api_token', 'id', 'expires_at <= $1'),
  idempotencyKeys: sweeping('idempotency_key', 'digest', 'expires_at <= $1'),
  attempts: sweeping('attempt', 'subject, step, refused_at', 'at <= $1'),
  /** Keeps the newest refused attempts, as many as `limit` says. */
  surplusAttempts: writes(
    'sweep_surplus_attempts',
    `delete from attempt where (subject, step, refused_at) in
       (select subject, step, refused_at from attempt where refused_at > 0
        order by refused_at desc limit ${batch} offset cast($1 as bigint)) returning subject`,
  ),
  /** Keeps the joins, which the hours of the week are made from. */
  hourCounts: writes(
    'sweep_hour_count',
    `delete from hour_count where (at, step, outcome) in
       (select at, step, outcome from hour_count where at <= $1
          and not (step = 'hasJoined' and outcome = 'ok') limit ${batch}) returning at`,
  ),
  hoursOfJoins: writes(
    'sweep_hours_of_joins',
    `delete from hour_count where (at, step, outcome) in
       (select at, step, outcome from hour_count where at <= $1 limit ${batch}) returning at`,
  ),
  dayCounts: sweeping('day_count', 'figure, server, at', 'at <= $1'),
  mail: sweeping('mail', 'id', 'expires_at <= $1'),
}

/** PostgreSQL locks the budgets of a guess in an order of their own, so rows that are locked are skipped. */
const guessesOfPostgres = writes(
  'sweep_guess_unlocked',
  `delete from guess where key in
     (select key from guess where full_at <= $1 limit ${batch} for update skip locked) returning key`,
)

/** Deletes one batch of the rows before `limit`, and returns whether there may be more. */
export async function sweepBatch(
  db: Queries,
  what: keyof typeof statements,
  limit: number,
): Promise<boolean> {
  const statement = what === 'guesses' && db.dialect === 'postgres' ? guessesOfPostgres : statements[what]
  const rows = await db.run<unknown>(statement, [limit])
  return rows.length === batch
}
