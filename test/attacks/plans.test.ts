// No statement scans a growing table, on either database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from '../databases.ts'
import { growing, postgresPlans, sqlitePlans } from '../storage/plans.ts'

/** Statements that scan a range of an index, or a whole index, and why they may. */
const mayGrow: Record<string, string> = {
  accounts_of_foreign_primary: 'all of them, by a command',
  accounts_to_delete: 'those that are due',
  accounts_with_roles: 'few have roles, and all are listed',
  accounts_without_offline_uuid: 'the first of them',
  active_bans: 'a page of them',
  active_bans_after: 'a page of them',
  audit_entries_after: 'a page of them',
  audit_seals_after: 'a page of them',
  audit_entries_under_no_seal: 'a command that verifies all of it',
  bans_after: 'those since the last check',
  deletions: 'those that administrators deleted within an hour',
  forget_all_kept_memberships_by_provider: 'those of groups that administrators deleted within an hour',
  bedrock_links_after: 'a page of them',
  any_passkey: 'the first of them',
  any_texture: 'the first of them',
  any_texture_in_store: 'the first of them',
  any_keys_due: 'no more than 20 neighbours are made',
  characters_without_account: 'all of them, by a command',
  claim_key_readings: 'no more than 20 neighbours are made',
  count_accounts: 'ten thousand at most, for the heading of a list',
  count_game_servers: 'no more than 1000 are made',
  count_groups: 'no more than 1000 are made',
  count_mail: 'no more wait than the limit allows',
  count_links_of: 'a thousand at most, for a question',
  count_identities_of_provider: 'a thousand at most, for a question',
  count_neighbours: 'no more than 20 are made',
  count_only_ways_in: 'those of one provider, who are removed with it',
  count_online_up_to: 'a thousand at most, for a page',
  playing_after: '32 reports in a row, in the order of the index',
  count_online: 'those who play now, for metrics: a range of the index, not the table',
  count_providers: 'no more than 20 are made',
  count_visitors_of: 'a thousand at most, for a question',
  count_unsealed_audit_entries: 'those of one instant, or of a service that no longer seals',
  delete_all_app_passwords: 'all of them, by a command',
  delete_all_credentials: 'all of them, by a command',
  delete_all_grants: 'all of them, by a command',
  delete_all_joins: 'all of them, by a command',
  delete_dead_oauth_grants: '500 ids in a row',
  delete_forgotten_grants: 'those of one account, whose ids are given',
  delete_listed_at_game_server: 'what operators have listed',
  listed_for_game_server: 'what operators have listed',
  listed_for_neighbour: 'what operators have listed',
  count_textures_in_database: 'all of them, by a command',
  count_textures_in_store: 'all of them, by a command',
  due_objects: 'a page of the due ones',
  delete_unworn_textures: '500 hashes in a row',
  delete_oldest_registration_of_largest: 'no more wait than the limit allows',
  forget_visitors: '1000 in a row, of those that are due',
  forget_visitors_of_one_join: '1000 in a row, of those that are due',
  forget_visitors_of_one_join_unlocked: '1000 in a row, of those that are due',
  forget_visitors_unlocked: '1000 in a row, of those that are due',
  game_servers: 'no more than 1000 are made, and all are listed',
  game_servers_open_to: 'no more than 1000 are made, and the first are listed',
  game_servers_of_player: 'no more than 1000 are made, and all are listed',
  group_names: 'no more than 1000 are made',
  groups: 'no more than 1000 are made, and all are listed',
  ids_of_characters: 'all of them, by a command',
  hidden_textures_listed: 'a page of them',
  hour_counts_since: 'those of some days',
  neighbour_outcome_since: 'those of some days',
  refused_since: 'those of some days',
  succeeded_since: 'those of some days',
  delete_setup_codes: 'there is one',
  day_count_parts: 'those of a year or two of one figure',
  joins_by_hour_of_week: 'those of four weeks',
  joins_by_server: 'no more than 1000 servers are made',
  due_identity: 'three rows, found by indexes',
  due_mail: 'the first that is due',
  insert_mail: 'no more wait than the limit allows',
  insert_registration: 'no more wait than the limit allows',
  last_audit_seal: 'one end of the index',
  last_audit_seal_number: 'one end of the index',
  last_credential_expiry: 'one end of the index',
  lasting_failures_of_providers: 'no more than 20 are made; of accounts the ends of two indexes',
  lease_mail: 'the first that are due',
  oldest_unsealed_audit_entry: 'the first of them',
  latest_refused_visits: 'a page of them',
  mark_unworn_textures: '500 hashes in a row',
  put_loose_objects_of_unworn_textures: '500 hashes in a row',
  members_by_provider: 'those of one provider, which are removed with it',
  neighbour_answers: 'no more than 20 neighbours are made, and all are listed',
  neighbours: 'no more than 20 are made, and all are listed',
  oauth_grants_after: '500 ids in a row',
  askable_providers: 'no more than 20 are made',
  provider_names: 'no more than 20 are made',
  providers: 'no more than 20 are made, and all are listed',
  raise_all_credentials_versions: 'all of them, by a command',
  registrations_of_all: 'no more wait than the limit allows',
  setting_versions: 'there are few settings, each once',
  settings: 'there are few settings, each once',
  sign_ins_since: 'those of a day, for the overview',
  texture_reports_after: 'a page of them',
  textures_after: '500 hashes in a row',
  textures_in_database_after: 'a page of them',
  textures_in_store_after: 'a page of them',
  textures_listed: 'a page of them',
  wearers_of_shared_textures: '200 ids in a row',
  subjects_with_closed_reports: 'a page of them',
  visitors_after: 'a page of them',
  visitors_of_neighbour_after: 'a page of them',
  waiting_bedrock_codes: 'no more than 100 are made',
  waiting_mail: 'those that wait, for metrics',
  unsealed_audit_entries: 'those of one instant',
}

/** The statements that read a player and the account that signs it in. */
const statementsOfPlayers = [
  'credentials_by_username',
  'credentials_by_email',
  'credentials_by_id',
  'take_join_at_server',
  'characters_of_account',
  'players_of_accounts',
  'characters_by_groups',
  'is_group_member',
]

const isAllowed = (name: string, lines: readonly string[]): boolean =>
  // A sweep deletes up to a thousand due rows, which it finds by an index.
  name.startsWith('sweep_') ? !lines.some((line) => /^(SCAN \w+$|Seq Scan)/.test(line)) : name in mayGrow

for (const [kind, plansOn] of [
  ['sqlite', sqlitePlans],
  ['postgres', postgresPlans],
] as const) {
  test(`each statement finds its rows by an index, however many rows there are (${kind})`, async (t) => {
    const database = await databases[kind]()
    t.after(() => database.drop())
    const plans = await plansOn(database)
    assert.ok(plans.size > 90, `${plans.size} statements`)
    assert.match(
      plans
        .get('count_online')
        ?.map(({ line }) => line)
        .join() ?? '',
      /presence_by_until/,
    )
    const offending = Object.entries(growing(plans)).filter(([name, lines]) => !isAllowed(name, lines))
    assert.deepEqual(Object.fromEntries(offending), {})
  })

  test(`signing in, joining and lookups find their rows by keys where most accounts are characters (${kind})`, async (t) => {
    const database = await databases[kind]()
    t.after(() => database.drop())
    const plans = await plansOn(database, { charactersOfEach: 4 })
    for (const name of statementsOfPlayers) {
      const steps = plans.get(name)
      assert.ok(steps, name)
      const scans = steps.filter(({ table }) => table !== undefined && table !== 'signing_key')
      assert.deepEqual(scans, [], name)
    }
  })
}
