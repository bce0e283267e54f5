import type { Fault } from './fault.ts'

export const storage: readonly Fault[] = [
  {
    rule: 'an expired join is not accepted',
    from: 'server_id_digest = $1 and pending_join.expires_at > $2',
    to: 'server_id_digest = $1 and $2 = $2',
    tests: ['test/wire/yggdrasil/session.test.ts'],
  },
  {
    rule: "if the server gives the player's address, the join must have come from it",
    from: "and (cast($3 as text) = '' or address = $3)\n  and (account_id",
    to: "and (cast($3 as text) = '' or address <> '')\n  and (account_id",
    tests: ['test/wire/yggdrasil/session.test.ts'],
  },
  {
    rule: 'a join is not accepted after its player has signed out',
    from: 'and (account_id, pending_join.credentials_version) =\n    (select account.id, account.credentials_version from',
    to: 'and (account_id, 1) =\n    (select account.id, 1 from',
    tests: ['test/wire/yggdrasil/session.test.ts'],
  },
  {
    rule: 'a change of password, a signout and a suspension end every token',
    from: 'and credential.credentials_version = account.credentials_version and ${notSuspended(now)}',
    to: 'and ${notSuspended(now)}',
    tests: ['test/wire/yggdrasil/tokens.test.ts'],
  },
  {
    rule: 'a token can be refreshed only by the launcher that it was issued to',
    from: 'where digest = $4 and kind = $5 and (cast($6 as text) is null or client = $6)',
    to: "where digest = $4 and kind = $5 and (cast($6 as text) is null or client <> '')",
    tests: ['test/wire/yggdrasil/auth.test.ts', 'test/wire/yggdrasil/tokens.test.ts'],
  },
  {
    rule: 'an account has at most 64 tokens, and the oldest are deleted first',
    from: 'else 1 end, issued_at desc, digest\n     limit ${credentialsPerAccount}',
    to: 'else 1 end, issued_at, digest\n     limit ${credentialsPerAccount}',
    tests: ['test/wire/yggdrasil/tokens.test.ts'],
  },
  {
    rule: 'of many simultaneous guesses, no more succeed than the budget allows',
    from: 'where guess.full_at <= ${of(2)} or guess.full_at > ${of(3)}`',
    to: 'where guess.full_at <= ${of(2)} or guess.full_at > 0`',
    tests: ['test/wire/yggdrasil/sign-in.test.ts', 'test/attacks/H2-codes.test.ts'],
  },
  {
    rule: 'the newest automatic bans are kept',
    from: 'order by banned_at desc, network limit ${batch}',
    to: 'order by banned_at, network limit ${batch}',
    tests: ['test/jobs/sweep.test.ts'],
  },
  {
    rule: 'an email counts its attempts',
    from: 'set due_at = $2, tries = tries + 1',
    to: 'set due_at = $2, tries = tries',
    tests: ['test/mail/mail.test.ts'],
  },
  {
    rule: 'a one-time link ends with everything that ends all credentials of its account',
    from: 'link.credentials_version = linked.credentials_version and link.secrets_version',
    to: 'link.secrets_version',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a one-time link ends when the second factor is turned off',
    from: ' and link.secrets_version = linked.secrets_version',
    to: '',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a one-time link for a player never works for an administrator',
    from: "     and link.roles = coalesce(linked.roles, '')\n",
    to: '',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a one-time link ends when its creator loses the administrator role',
    from: "' ' || account.roles || ' ' like '% admin %' and",
    to: "account.roles <> '' and",
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a one-time link ends with the API token that created it',
    from: 'link.maker_id and (api_token.expires_at is null or api_token.expires_at > $2))',
    to: 'link.maker_id)',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'refusals of several instances within one millisecond are all kept',
    from: 'tries < maxInstances',
    to: 'tries < 1',
    tests: ['test/domain/neighbours/watch.test.ts'],
    named: 'several instances',
  },
]

export const engines: readonly Fault[] = [
  {
    rule: 'SQLite enforces foreign keys',
    from: '{ timeout: 0, enableForeignKeyConstraints: true }',
    to: '{ timeout: 0, enableForeignKeyConstraints: false }',
    tests: ['test/storage/conformance.test.ts'],
  },
  {
    rule: 'SQLite: if the second of two writes fails, the first is undone',
    from: "if (followUp) statements.run('rollback to both')",
    to: '',
    tests: ['test/storage/conformance.test.ts', 'test/storage/sqlite.test.ts'],
  },
  {
    rule: 'SQLite: a transaction does not continue after a failed statement',
    from: '    rollback()\n    throw error',
    to: '    throw error',
    tests: ['test/storage/conformance.test.ts'],
  },
  {
    rule: 'SQLite: an answered write is on the disk',
    from: 'pragma synchronous = full;',
    to: 'pragma synchronous = off;',
    tests: ['test/storage/sqlite.test.ts', 'test/storage/durability.test.ts'],
  },
  {
    rule: 'PostgreSQL: a duplicate key is recognized as such',
    from: "error.code === '23505'",
    to: "error.code === '23506'",
    tests: ['test/storage/conformance.test.ts'],
  },
  {
    rule: 'PostgreSQL: an idle transaction is rolled back',
    from: '    idle_in_transaction_session_timeout: statementTimeoutMs,\n',
    to: '',
    tests: ['test/storage/postgres.test.ts'],
  },
  {
    rule: 'a game server that names groups admits only their members',
    from: "return state === 'open' && isMember ?",
    to: "return state === 'open' ?",
    tests: ['test/attacks/N2-servers.test.ts'],
  },
  {
    rule: 'a group is not another one whose name contains its own',
    from: 'groups.map((group) => ` ${group} `)',
    to: 'groups.map((group) => group.slice(0, 3))',
    tests: ['test/attacks/N2-servers.test.ts'],
  },
  {
    rule: 'hasJoined does not read the other waiting joins',
    from: '     where username_folded = $4 and ${notSuspended',
    to: '     where account.id = pending_join.account_id and username_folded = $4 and ${notSuspended',
    tests: ['test/attacks/F8-plans.test.ts'],
  },
  {
    rule: 'a change of a game server takes effect for the next hasJoined',
    from: '    await renewAdmission(tx, result.id)\n',
    to: '',
    tests: ['test/attacks/N2-servers.test.ts'],
  },
  {
    rule: 'PostgreSQL: an account that enters two groups at once is in both',
    from: '        perform 1 from account where id = changed_id for no key update;\n',
    to: '',
    on: 'postgres',
    tests: ['test/attacks/N1-groups.test.ts'],
    named: 'two transactions that lock nothing',
  },
  {
    rule: 'the previous key of a game server stops working after its grace period',
    from: 'game_server_key.ends_at > ${now}',
    to: 'game_server_key.ends_at <= ${now}',
    tests: ['test/attacks/N2-servers.test.ts', 'test/web/servers.test.ts'],
  },
  {
    rule: 'a new NORN_SECRET rewrites every secret of a column, not only its first page',
    from: 'if (rows.length < rowsAtOnce) return count\n    behind',
    to: 'return count\n    behind',
    tests: ['test/storage/rewritten-secrets.test.ts'],
  },
  {
    rule: 'removing a row that is not there is refused',
    from: 'numDeletedRows ?? 0n) > 0n',
    to: 'numDeletedRows ?? 0n) >= 0n',
    tests: ['test/wire/lookup/bans.test.ts'],
  },
]
