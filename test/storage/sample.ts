// Rows in every table, including their oddities.
import type { Database } from '../../src/storage/engine/database.ts'
import type { AccountRow } from '../../src/storage/schema/rows/accounts.ts'

const id = (number: number) => number.toString(16).padStart(32, '0')

function account(number: number): AccountRow {
  return {
    id: id(number),
    username: `Player_${number}`,
    username_folded: `player_${number}`,
    offline_uuid: number === 3 ? null : id(number + 1000),
    offline_uuid_lower: number === 3 ? null : id(number + 2000),
    email: number === 1 ? null : `Zoë+${number}@example.test`,
    email_folded: number === 1 ? null : `zoë+${number}@example.test`,
    email_confirmed: number === 2 ? `zoë+${number}@example.test` : null,
    password_hash: '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
    credentials_version: number % 3,
    secrets_version: number % 2,
    language: 'pt-BR',
    totp_secret: number % 2 === 0 ? 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' : null,
    totp_since: number === 4 ? 1_700_000_000_000 : null,
    skin_hash: number % 2 === 0 ? 'a'.repeat(64) : null,
    skin_model: number % 2 === 0 ? 'slim' : null,
    cape_hash: null,
    hidden_cape: null,
    suspended_at: number === 3 ? 1_700_000_000_000 : null,
    suspended_until: null,
    suspended_by: null,
    suspension_reason: number === 3 ? 'said "no"\nthen \\ left — 👋' : null,
    created_at: 1_700_000_000_000 + number,
    deletes_at: number === 2 ? 1_700_000_000_000 : null,
    roles: number === 4 ? 'admin moderator' : null,
    group_names: null,
    // Before its owner in the order of a copy.
    owner_id: number === 1 ? id(2) : null,
    primary_id: number === 2 ? id(1) : null,
    friends_list: number === 2 ? 0 : null,
    friend_requests: number === 3 ? 1 : null,
    uploads_suspended_at: number === 4 ? 1_700_000_000_000 : null,
    uploads_suspended_reason: number === 4 ? 'said "no"' : null,
    rules_version: number === 4 ? '0123456789abcdef' : null,
    rules_accepted_at: number === 4 ? 1_700_000_000_000 : null,
  }
}

/** `accounts` accounts, with three tokens each. */
export async function fillWithSample(db: Database, accounts: number): Promise<void> {
  const numbers = Array.from({ length: accounts }, (_, number) => number)
  const insert = async <Item>(items: readonly Item[], into: (page: Item[]) => Promise<unknown>) => {
    for (let at = 0; at < items.length; at += 500) await into(items.slice(at, at + 500))
  }
  const { query } = db
  await insert(numbers.map(account), (rows) => query.insertInto('account').values(rows).execute())
  await insert(
    numbers.map((number) => ({
      name_key: `held_${number}`,
      kind: 'held' as const,
      account_id: id(number),
      until: number,
    })),
    (rows) => query.insertInto('name_claim').values(rows).execute(),
  )
  await query
    .insertInto('deleted_account')
    .values({ id: 'f'.repeat(32) })
    .execute()
  await insert(
    numbers.map((number) => ({ account_id: id(number), username: `Old_${number}`, changed_at: number })),
    (rows) => query.insertInto('username_history').values(rows).execute(),
  )
  await insert(
    numbers.flatMap((number) =>
      [1, 2, 3].map((token) => ({
        digest: `${number}-${token}`,
        kind: 'launcher',
        account_id: id(number),
        credentials_version: 0,
        rights: 'join',
        client: JSON.stringify('launcher'),
        issued_at: token,
        expires_at: 1_800_000_000_000,
        first_used_at: token,
        last_used_at: token,
      })),
    ),
    (rows) => query.insertInto('credential').values(rows).execute(),
  )
  const first = id(0)
  const digest = 'd'.repeat(64)
  await query
    .insertInto('player_group')
    .values({ name: 'staff', title: 'Zoë’s staff', colour: '#1f7a5c', created_at: 1 })
    .execute()
  await query
    .insertInto('game_server')
    .values({
      id: id(1),
      name: 'survival',
      title: 'Zoë’s',
      address: null,
      tells_groups: 1,
      tells_source: 1,
      links: 'as_account',
      characters: 'primary',
      game_version: '1.21.4',
      loader: 'fabric-loader 0.16.9',
      mods: null,
      created_at: 1,
    })
    .execute()
  await query
    .insertInto('game_server_key')
    .values({
      digest,
      server_id: id(1),
      key: 'enc:v1:AA',
      created_at: 1,
      ends_at: null,
      admission: 'a b open on',
    })
    .execute()
  await query
    .insertInto('game_server_group')
    .values({ server_id: id(1), group_name: 'staff' })
    .execute()
  await query
    .insertInto('neighbour')
    .values({
      id: 'other',
      kind: 'authlib-injector',
      root: 'https://other.example.test/api',
      has_joined: 'https://other.example.test/api/hasJoined',
      profile: 'https://other.example.test/api/profile/',
      names_url: 'https://other.example.test/api/names',
      names_form: 'bulk',
      texture_hosts: 'other.example.test',
      trust: 50,
      who: 'listed',
      textures: 'mirror',
      names: '[A-Za-z0-9_]{3,16}',
      per_minute: 60,
      is_private: 0,
      forwards_address: 0,
      lookups: 1,
      chat_keys: 1,
      paused_at: null,
      created_at: 1,
      client_id: 'norn',
      client_secret: 'secret',
      authorization_server: '{"issuer":"https://other.example.test"}',
    })
    .execute()
  await query
    .insertInto('game_server_neighbour')
    .values({ server_id: id(1), neighbour_id: 'other' })
    .execute()
  await query
    .insertInto('visitor')
    .values({
      uuid: 'e'.repeat(32),
      neighbour_id: 'other',
      name: 'Visitor',
      name_key: 'visitor',
      suspended_at: 1,
      suspended_until: null,
      suspended_by: null,
      suspension_reason: 'said “no”',
      first_seen: 1,
      last_seen: 2,
      joins: 3,
    })
    .execute()
  await query
    .insertInto('name_claim')
    .values({ name_key: 'visitor', kind: 'visitor', visitor_id: 'e'.repeat(32) })
    .execute()
  await query
    .insertInto('mirrored_textures')
    .values({
      uuid: 'e'.repeat(32),
      links: '{"skin":{"url":"https://other.example.test/a","model":"slim"}}',
      skin_hash: 'a'.repeat(64),
      skin_model: 'slim',
      cape_hash: null,
      checked_at: 2,
    })
    .execute()
  await query
    .insertInto('listed_visitor')
    .values({ neighbour_id: 'other', name_key: 'visitor', server_id: '', added_at: 1 })
    .execute()
  await query
    .insertInto('neighbour_key')
    .values({ neighbour_id: 'other', use: 'chat', spki: 'MIIB', first_seen: 1, confirmed_at: null })
    .execute()
  await query
    .insertInto('neighbour_link')
    .values({
      neighbour_id: 'other',
      uuid: 'e'.repeat(32),
      account_id: first,
      name: 'Visitor',
      name_key: 'visitor',
      proof: 'code',
      at: 1,
    })
    .execute()
  await query
    .insertInto('bedrock_link')
    .values({ account_id: first, xuid: '9223372036854775807', gamertag: 'Kid 7', at: 1 })
    .execute()
  await query
    .insertInto('bedrock_code')
    .values({ digest, xuid: '9007199254740993', gamertag: null, session: null, expires_at: 2 })
    .execute()
  await query
    .insertInto('link_code')
    .values({ digest, neighbour_id: 'other', uuid: 'f'.repeat(32), name: 'Other', expires_at: 2 })
    .execute()
  await query
    .insertInto('link_sign_in')
    .values({ session: digest, neighbour_id: 'other', state_digest: digest, expires_at: 2 })
    .execute()
  await query
    .insertInto('provider')
    .values({
      name: 'discord',
      preset: 'discord',
      kind: 'openid',
      issuer: 'https://discord.com',
      server: '{}',
      client_id: '1',
      client_secret: 'enc:v1:AA',
      bot_token: null,
      title: 'Zoë’s Discord',
      registration: 'as-setting',
      email: 'claim',
      scope: 'openid',
      claims: '{}',
      group_map: '{}',
      auth: 'post',
      guild_required: 0,
      is_private: 0,
      created_at: 1,
    })
    .execute()
  await query
    .insertInto('linked_identity')
    .values({ provider: 'discord', subject: '80351110224678912', account_id: first, linked_at: 1 })
    .execute()
  await query.insertInto('used_sign_in_state').values({ digest, expires_at: 5 }).execute()
  await query
    .insertInto('group_member')
    .values([
      { account_id: first, group_name: 'staff', provider: 'discord' },
      // With a character, whose row has a copy.
      ...(accounts > 2 ? [{ account_id: id(2), group_name: 'staff' }] : []),
    ])
    .execute()
  await query
    .insertInto('texture')
    .values({
      hash: 'a'.repeat(64),
      png: 'iVBORw0KGgo=',
      unworn_since: null,
      worn_by: first,
      worn_at: 5,
      place: 'database',
      bytes: null,
    })
    .execute()
  await query
    .insertInto('loose_object')
    .values({ hash: 'b'.repeat(64), due_at: 6, claimed_at: null })
    .execute()
  await query
    .insertInto('former_skin')
    .values({ account_id: first, hash: 'a'.repeat(64), model: 'slim', taken_off_at: 5 })
    .execute()
  await query
    .insertInto('wardrobe_texture')
    .values({
      id: 'wardrobe texture',
      account_id: first,
      player_id: first,
      hash: 'a'.repeat(64),
      kind: 'skin',
      model: 'slim',
      name: 'Плащ “дом”',
      added_at: 5,
    })
    .execute()
  await query
    .insertInto('shelf_texture')
    .values({
      id: 'shelf texture',
      group_name: 'staff',
      name: 'Плащ “дом”',
      hash: 'a'.repeat(64),
      kind: 'skin',
      model: 'slim',
      added_at: 5,
    })
    .execute()
  await query
    .insertInto('shelf_wearer')
    .values({ account_id: first, kind: 'skin', shelf_texture_id: 'shelf texture' })
    .execute()
  await query
    .insertInto('shared_texture')
    .values({
      id: 'shared texture',
      wardrobe_id: 'wardrobe texture',
      player_id: first,
      hash: 'a'.repeat(64),
      look: 'slim',
      name: 'Плащ “дом”',
      name_folded: 'плащ “дом”',
      state: 'published',
      note: null,
      listed_at: 6,
      worn: 1,
    })
    .execute()
  await query
    .insertInto('texture_report')
    .values({
      id: 'report',
      subject: 'a'.repeat(64),
      hash: 'a'.repeat(64),
      kind: 'skin',
      model: 'slim',
      player_id: id(3),
      player_name: 'Player3',
      is_visitor: 0,
      reporter_id: first,
      is_system: 0,
      reason: 'says “no”\ntwice',
      state: 'kept',
      at: 5,
      decided_by: 'Player4',
      decided_at: 6,
    })
    .execute()
  await query
    .insertInto('taken_down_texture')
    .values({
      hash: 'b'.repeat(64),
      kind: 'cape',
      likeness: '0123456789abcdef',
      png: 'AAAA',
      reason: null,
      taken_down_by: 'Player4',
      at: 5,
    })
    .execute()
  await query
    .insertInto('likeness_band')
    .values({ band: '00123', hash: 'b'.repeat(64) })
    .execute()
  await query
    .insertInto('app_password')
    .values({
      id: 'app password',
      account_id: first,
      digest,
      name: 'HMCL “дом”',
      created_at: 1,
      last_used_at: null,
      user_agent: null,
      address: null,
    })
    .execute()
  await query
    .insertInto('pending_join')
    .values({
      account_id: first,
      server_id_digest: digest,
      address: '::1',
      credentials_version: 0,
      expires_at: 5,
      app_password_id: 'app password',
    })
    .execute()
  await insert(numbers.slice(2, 4), (others) =>
    query
      .insertInto('friendship')
      .values(
        others.map((other) => ({
          low: first,
          high: id(other),
          asked_by: other === 3 ? id(3) : null,
          since: 5,
          network: other === 3 ? '2001:db8:1::/48' : null,
        })),
      )
      .execute(),
  )
  await insert(numbers.slice(4, 5), (others) =>
    query
      .insertInto('blocked_player')
      .values(others.map((other) => ({ account_id: first, other_id: id(other), since: 5 })))
      .execute(),
  )
  await insert(numbers.slice(4, 5), (others) =>
    query
      .insertInto('declined_player')
      .values(others.map((other) => ({ account_id: first, other_id: id(other), until: 6 })))
      .execute(),
  )
  await query
    .insertInto('presence')
    .values({
      token: '0-1',
      account_id: first,
      pmid: 'a random UUID',
      status: 'PLAYING_SERVER',
      since: 5,
      until: 9,
      join_value: 'мир “один”',
      invites: null,
    })
    .execute()
  await query.insertInto('used_totp_step').values({ account_id: first, step: 57_000_000 }).execute()
  await query
    .insertInto('passkey')
    .values({
      id: 'key',
      account_id: first,
      name: 'Phone',
      public_key: 'AQ',
      counter: 3,
      backup_eligible: 0,
      created_at: 1,
    })
    .execute()
  await query
    .insertInto('factor_undo')
    .values({ digest, account_id: first, passkey_id: 'key', since: 1, expires_at: 9 })
    .execute()
  await query
    .insertInto('change_undo')
    .values({
      digest,
      account_id: first,
      email: 'old@example.test',
      neighbour_id: null,
      player_id: null,
      since: 1,
      expires_at: 9,
    })
    .execute()
  await query
    .insertInto('email_change')
    .values({
      digest,
      account_id: first,
      secrets_version: 0,
      credentials_version: 0,
      email: 'Zoë@example.test',
      expires_at: 9,
    })
    .execute()
  await query.insertInto('known_device').values({ account_id: first, digest, seen_at: 5 }).execute()
  await query
    .insertInto('attempt')
    .values({
      subject: first,
      step: 'join',
      refused_at: 5,
      at: 5,
      reason: 'account_suspended',
      detail: null,
      network: '192.0.2.1',
      address: '192.0.2.1',
      server: 'survival',
    })
    .execute()
  await query.insertInto('used_challenge').values({ digest, expires_at: 9 }).execute()
  await query.insertInto('recovery_code').values({ account_id: first, digest }).execute()
  await query
    .insertInto('guess')
    .values([
      { key: 'B', full_at: 1 },
      { key: 'a', full_at: 2 },
      { key: 'é', full_at: 3 },
    ])
    .execute()
  await query
    .insertInto('lookup_client')
    .values({ network: '192.0.2.1', full_at: 5, banned_at: 1, ends_at: 9, ban_length: 8, forgotten_at: null })
    .execute()
  await query
    .insertInto('oauth_grant')
    .values({
      id: 'grant',
      account_id: first,
      client_id: 'launchers',
      credentials_version: 0,
      scope: 'openid',
      created_at: 1,
      expires_at: null,
    })
    .execute()
  await query
    .insertInto('oauth_artifact')
    .values({
      digest,
      kind: 'RefreshToken',
      client_id: 'launchers',
      account_id: first,
      grant_id: 'grant',
      payload: '{"scope":"openid"}',
      issued_at: 1,
      expires_at: 1_800_000_000_000,
    })
    .execute()
  const key = { private_key: 'PRIVATE', public_key: 'PUBLIC', signs_from: 1, published_until: null }
  await query
    .insertInto('signing_key')
    .values([
      { ...key, kid: 'first', use: 'tokens', generation: 1, created_at: 1 },
      { ...key, kid: 'second', use: 'textures', generation: 1, created_at: 2 },
    ])
    .execute()
  await query
    .insertInto('encryption')
    .values({ id: 'sample', salt: 'SALT', check_value: 'CHECK', created_at: 3 })
    .execute()
  const entry = { event: 'account.created', actor_kind: 'cli' as const, details: '{"username":"Player_1"}' }
  await query
    .insertInto('audit_entry')
    .values([
      { ...entry, id: id(1), at: 1, account_id: first, actor_name: 'root', seal: 1 },
      { ...entry, id: id(2), at: 2, account_id: null, address: '::1', seal: null },
    ])
    .execute()
  await query
    .insertInto('audit_seal')
    .values({ number: 1, at: 2, entries: 1, digest, dropped: 0, hash: digest, mac: 'MAC' })
    .execute()
  await query
    .insertInto('mail')
    .values({
      id: 'm',
      kind: 'notice',
      recipient: 'zoë@example.test',
      language: 'pt-BR',
      content: '{"kind":"recover"}',
      token: 'TOKEN',
      created_at: 1,
      due_at: 2,
      tries: 3,
      expires_at: 4,
    })
    .execute()
  await query
    .insertInto('registration')
    .values({
      digest,
      username: 'Waiting_1',
      username_folded: 'waiting_1',
      email: 'Zoë@example.test',
      email_folded: 'zoë@example.test',
      password_hash: '$argon2id$',
      language: 'ru',
      invite_id: id(1),
      expires_at: 5,
      browser: digest,
      network: '192.0.2.1',
      group_name: 'staff',
      rules_version: '0123456789abcdef',
      rules_accepted_at: 5,
    })
    .execute()
  await query
    .insertInto('recovery')
    .values({ digest, account_id: first, secrets_version: 0, email_folded: null, expires_at: 5 })
    .execute()
  await query
    .insertInto('deletion')
    .values({ id: id(9), kind: 'group', name: 'gone', title: 'Zoë’s', content: '{}', expires_at: 5 })
    .execute()
  await query
    .insertInto('deletion_part')
    .values({ deletion_id: id(9), part: 'member', account_id: first, key: 'gone', more: 'discord' })
    .execute()
  await query.insertInto('setup_code').values({ digest, expires_at: 5 }).execute()
  await query
    .insertInto('one_time_link')
    .values({
      digest,
      account_id: first,
      purpose: 'second-factor',
      credentials_version: 1,
      secrets_version: 1,
      roles: '',
      maker_kind: 'api',
      maker_id: id(1),
      expires_at: 5,
    })
    .execute()
  await query
    .insertInto('invite')
    .values({
      id: id(1),
      code: 'enc:v1:AA',
      digest: 'd'.repeat(64),
      uses: 2,
      created_at: 1,
      expires_at: null,
      group_name: 'staff',
    })
    .execute()
  await query
    .insertInto('api_token')
    .values({
      id: id(1),
      digest,
      name: 'bot',
      access: 'read',
      created_at: 1,
      expires_at: null,
      maker_kind: 'cli',
    })
    .execute()
  await query
    .insertInto('idempotency_key')
    .values({ digest, token_id: id(1), request: digest, answer: 'enc:v1:AA', started_at: 1, expires_at: 5 })
    .execute()
  await query
    .insertInto('webhook')
    .values({
      id: id(1),
      url: 'https://hooks.example.test/',
      secret: 'whsec_AAAA',
      events: '["*"]',
      format: 'discord',
      created_at: 1,
      fed_seal: 2,
      leased_until: 3,
      off_at: null,
      failures: 0,
    })
    .execute()
  await query
    .insertInto('webhook_delivery')
    .values({
      webhook_id: id(1),
      id: id(2),
      seal: 1,
      event: 'account.created',
      entry: '{"id":"é"}',
      state: 'waiting',
      attempts: '[]',
      tries: 4,
      due_at: 5,
    })
    .execute()
  await query
    .insertInto('hour_count')
    .values({ at: 3_600_000, step: 'join', outcome: 'ok', count: 3 })
    .execute()
  await query
    .insertInto('day_count')
    .values({ figure: 'joins', server: 'survival', at: 86_400_000, count: 2 })
    .execute()
  await query
    .insertInto('neighbour_answer')
    .values({ neighbour_id: 'other', at: 1, problem: 'timeout' })
    .execute()
  await query
    .insertInto('refused_visit')
    .values({ digest: 'f'.repeat(16), at: 1, server: 'survival', name: 'enc:v1:AA', reason: 'name_owned' })
    .execute()
  await query
    .insertInto('setting')
    .values({ name: 'rules', value: 'Zoë’s\n“rules”', version: id(1) })
    .execute()
}
