// An account that becomes a character must not keep a way in of its own: every table that names an account answers what
// happens to its rows, and so does every column of the account itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountById } from '../../src/domain/accounts/find.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { partCharacter } from '../../src/domain/characters/part.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import type { Database } from '../../src/storage/engine/database.ts'
import type { AccountRow } from '../../src/storage/schema/rows/accounts.ts'
import { tables } from '../../src/storage/schema/schema.ts'
import { addCharacter } from '../characters.ts'
import { credentialsInvalid, refused } from '../http/answers.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { fillWithSample } from '../storage/sample.ts'
import { browserOf } from '../web/browser.ts'
import { choose, chosen, linkTo } from '../web/links.ts'
import { newMail } from '../web/mailbox.ts'

/** By table and column: an account that joins another keeps it as a player, loses it, or hands it to its owner. */
const verdicts: Readonly<Record<string, 'kept' | 'ended' | 'moved'>> = {
  'account.id': 'kept',
  'name_claim.account_id of a name': 'kept',
  'name_claim.account_id of a held name': 'moved',
  'former_skin.account_id': 'kept',
  'wardrobe_texture.account_id': 'moved',
  // The player for whom its account keeps it.
  'wardrobe_texture.player_id': 'kept',
  'shelf_wearer.account_id': 'ended',
  // Shared under the name of the player, who keeps it.
  'shared_texture.player_id': 'kept',
  'username_history.account_id': 'kept',
  'texture.worn_by': 'kept',
  'neighbour_link.account_id': 'kept',
  'bedrock_link.account_id': 'kept',
  // The version of its secrets has ended it.
  'recovery.account_id': 'kept',
  'friendship.low': 'kept',
  'texture_report.reporter_id': 'kept',
  'blocked_player.account_id': 'kept',
  'declined_player.account_id': 'kept',
  'attempt.subject': 'kept',
  'audit_entry.account_id': 'kept',
  'app_password.account_id': 'ended',
  'change_undo.account_id': 'ended',
  'deletion_part.account_id': 'ended',
  'credential.account_id': 'ended',
  'email_change.account_id': 'ended',
  'factor_undo.account_id': 'ended',
  'group_member.account_id': 'ended',
  'known_device.account_id': 'ended',
  'linked_identity.account_id': 'ended',
  'oauth_artifact.account_id': 'ended',
  'oauth_grant.account_id': 'ended',
  'one_time_link.account_id': 'ended',
  'passkey.account_id': 'ended',
  'pending_join.account_id': 'ended',
  'presence.account_id': 'ended',
  'recovery_code.account_id': 'ended',
  'used_totp_step.account_id': 'ended',
}

/** Columns that name an account as the other one, or as who did something: that stays, too. */
const doers = [
  'account.owner_id',
  'account.primary_id',
  'api_token.maker_id',
  'blocked_player.other_id',
  'declined_player.other_id',
  'friendship.asked_by',
  'friendship.high',
  'audit_entry.actor_id',
  'one_time_link.maker_id',
]

const id = (number: number) => number.toString(16).padStart(32, '0')
const [joining, owner] = [id(0), id(5)]

/** Counts the rows that name an account, by table and column. */
async function namedIn(db: Database, account: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of tables) {
    for (const row of await db.query.selectFrom(table).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (value !== account) continue
        const held = 'until' in row && row.until !== null
        const kind = table === 'name_claim' ? ` of a ${held ? 'held ' : ''}name` : ''
        const key = `${table}.${column}${kind}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return counts
}

async function fill(db: Database): Promise<void> {
  // The sample has keys of its own.
  await db.query.deleteFrom('signing_key').execute()
  await fillWithSample(db, 6)
}

onEveryDatabase('an account that joins another', (start) => {
  test('loses or keeps its rows of each table, as the list here says', async () => {
    const { context } = await start()
    const { db } = context
    await fill(db)
    const before = await namedIn(db, joining)
    assert.deepEqual([...before.keys()].sort(), Object.keys(verdicts).sort(), 'the sample has all of them')
    const owned = await namedIn(db, owner)
    const named = (await db.query.introspection.getTables())
      .filter(({ name }) => (tables as readonly string[]).includes(name))
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .filter((column) =>
        /\.(account_id|owner_id|primary_id|actor_id|maker_id|worn_by|subject|low|high|other_id|asked_by)$/.test(
          column,
        ),
      )
      .filter((column) => column !== 'linked_identity.subject' && column !== 'registration.subject')
      // What is reported.
      .filter((column) => column !== 'texture_report.subject')
    const answered = [...Object.keys(verdicts).map((key) => key.split(' ')[0] ?? ''), ...doers]
    assert.deepEqual(
      named.filter((column) => !answered.includes(column)),
      [],
    )
    await joinAccount(context, operator, { id: joining }, { owner: { id: owner }, dropEmail: true })
    const after = await namedIn(db, joining)
    const gained = await namedIn(db, owner)
    for (const [place, verdict] of Object.entries(verdicts)) {
      const [had, has] = [before.get(place) ?? 0, after.get(place) ?? 0]
      if (verdict === 'kept') assert.ok(has >= had, `${place} is kept`)
      else assert.equal(has, 0, `${place} has ended`)
      if (verdict === 'moved') assert.equal(gained.get(place), (owned.get(place) ?? 0) + had, place)
    }
  })

  test('is a row as that of any other character', async () => {
    const { context } = await start()
    const { db } = context
    await fill(db)
    await db.query
      .updateTable('account')
      .set({ language: 'ru', group_names: 'crew' })
      .where('id', '=', owner)
      .execute()
    const rowOf = () =>
      db.query.selectFrom('account').selectAll().where('id', '=', joining).executeTakeFirstOrThrow()
    const before = await rowOf()
    await joinAccount(context, operator, { id: joining }, { owner: { id: owner }, dropEmail: true })
    const ends: Partial<AccountRow> = {
      email: null,
      email_folded: null,
      email_confirmed: null,
      password_hash: unusableHash,
      totp_secret: null,
      totp_since: null,
      roles: null,
      primary_id: null,
      owner_id: owner,
      language: 'ru',
      group_names: 'crew',
      credentials_version: before.credentials_version + 1,
      secrets_version: before.secrets_version + 1,
    }
    assert.deepEqual(await rowOf(), { ...before, ...ends })
    await partCharacter(context, operator, { id: joining }, { email: 'Own@example.test' })
    const own = {
      owner_id: null,
      group_names: null,
      email: 'Own@example.test',
      email_folded: 'own@example.test',
    }
    const version = before.credentials_version + 2
    assert.deepEqual(await rowOf(), { ...before, ...ends, ...own, credentials_version: version })
    assert.equal((await accountById(context, joining)).hasPassword, false)
  })

  test('leaves with the held names that it was the last to have, and no others', async () => {
    const { context } = await start()
    const { db } = context
    await fill(db)
    await joinAccount(context, operator, { id: joining }, { owner: { id: owner }, dropEmail: true })
    const holds = [
      ['old_0', joining],
      ['old_5', owner],
    ] as const
    for (const [name_key] of holds)
      await db.query
        .insertInto('name_claim')
        .values({ name_key, kind: 'held', account_id: owner, until: 9 })
        .execute()
    await partCharacter(context, operator, { id: joining })
    for (const [name, holder] of holds) {
      const claim = await db.query
        .selectFrom('name_claim')
        .selectAll()
        .where('name_key', '=', name)
        .executeTakeFirst()
      assert.equal(claim?.account_id, holder, name)
    }
  })

  test('loses what links in earlier emails, and those of administrators, let their readers do', async () => {
    const service = await start()
    const [account, owning] = [await service.account(), await service.account()]
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const mailed = (await newMail(service)).findLast(({ kind }) => kind === 'recover')?.link ?? ''
    const links = [mailed, await linkTo(service, account)]
    for (const link of links) assert.equal((await service.get(link)).status, 200, link)
    await joinAccount(service.context, operator, account, { owner: owning, dropEmail: true })
    for (const link of links) {
      assert.notEqual((await service.get(link)).status, 200, link)
      await choose(service, link)
    }
    const signIn = { username: account.username, password: chosen, clientToken: 'x' }
    refused(await service.post('/auth/authenticate', signIn), credentialsInvalid)
    const mails = await newMail(service)
    assert.deepEqual(mails.map(({ to }) => to).sort(), [account.email, owning.email].sort(), 'both are told')
    assert.match(mails.find(({ to }) => to === account.email)?.text ?? '', new RegExp(owning.username))
  })

  test('leaves without the app passwords that its account made for it', async () => {
    const service = await start()
    const { context } = service
    const account = await service.stored(await service.account())
    const anna = await addCharacter(service, account, 'Anna')
    const by = accountActor(account, '192.0.2.1')
    const [hers, own] = [
      await createAppPassword(context, by, account, 'HMCL', anna),
      await createAppPassword(context, by, account, 'Prism'),
    ]
    const signIn = async (password: string) =>
      (await service.post('/auth/authenticate', { username: account.username, password, clientToken: 'x' }))
        .json.selectedProfile?.id
    assert.deepEqual([await signIn(hers), await signIn(own)], [anna.id, account.id])
    const { link } = await partCharacter(context, operator, anna)
    assert.deepEqual([await signIn(hers), await signIn(own)], [undefined, account.id])
    await choose(service, `/link/${link?.token}`)
    const { json } = await service.post('/auth/authenticate', {
      username: 'Anna',
      password: chosen,
      clientToken: 'x',
    })
    assert.equal(json.selectedProfile.id, anna.id)
  })
})
