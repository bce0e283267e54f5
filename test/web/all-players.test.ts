// The pages of an account that list what all its players have: devices, applications, game servers, and the export.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { removeTexture, uploadTexture } from '../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { giveGrant, listGrants } from '../../src/domain/oauth/grants.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { languages } from '../../src/texts/languages.ts'
import { addCharacter } from '../characters.ts'

import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

let made = 0

/** An account with two characters, and the browser of its owner. */
async function family(service: RunningService) {
  const account = await service.account()
  made += 1
  const anna = await addCharacter(service, account, `Anna_${made}`)
  const ben = await addCharacter(service, account, `Ben_${made}`)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, anna, ben, browser }
}

const csrfOf = ({ text }: PageView): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Signs in as a launcher with this User-Agent; resolves with a function that tells whether the token is good. */
async function launcher(service: RunningService, username: string, password: string, userAgent: string) {
  const given = { username, password, clientToken: userAgent }
  const { json } = await service.post('/auth/authenticate', given, { headers: { 'user-agent': userAgent } })
  return async () => (await service.post('/auth/validate', { accessToken: json.accessToken })).status === 200
}

const actionOf = ({ text }: PageView, label: string): string => {
  const form = text.split('<form ').find((each) => each.includes(` aria-label="${label}"`))
  assert.ok(form, `${label} in\n${text}`)
  return /action="([^"]+)"/.exec(form)?.[1] ?? ''
}

/** Agrees to an application as the owner of the account who has chosen this player. */
async function grantTo(service: RunningService, player: Account, clientId: string): Promise<void> {
  const { context } = service
  const account = await service.stored({ id: player.ownerId ?? player.id })
  // A public one keeps an agreement for each player.
  const client = { clientId, public: true, groups: [] }
  const expiresAt = service.now() + 60_000
  const agreement = { account, player, client, scope: 'game_server_session', expiresAt }
  await context.db.transaction((tx) => giveGrant(context, tx, agreement))
}

/** Sends from the page of a stranger, with their own form. */
async function sendAsStranger(service: RunningService, path: string, at: string, fields = {}): Promise<void> {
  const browser = browserOf(service)
  await browser.signIn(await service.account())
  await browser.post(at, { csrf: csrfOf(await browser.get(path)), ...fields })
}

const kindsOn = ({ text }: PageView): string[] =>
  [...text.matchAll(/<p class="kind">(.*?)<\/p>/g)].map(([, words = '']) => words)

onEveryDatabase('the pages of an account with characters', (_start, shared) => {
  test('list the launchers of each player with its name, and sign each out', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const isOwnGood = await launcher(service, account.username, account.password, 'Own/1')
    const isAnnasGood = await launcher(service, anna.username, account.password, 'Hers/1')
    const isBensGood = await launcher(service, ben.username, account.password, 'His/1')
    const page = await browser.get('/account/devices')
    assert.deepEqual(
      kindsOn(page).toSorted(),
      [
        'Browser · <b>This browser</b>',
        `Launcher · ${account.username}`,
        `Launcher · ${anna.username}`,
        `Launcher · ${ben.username}`,
      ].toSorted(),
    )
    const annas = actionOf(page, `Sign out: Hers/1, ${anna.username}`)
    await sendAsStranger(service, '/account/devices', annas)
    assert.ok(await isAnnasGood(), "somebody else's device")

    const out = await browser.send(page, annas)
    assert.deepEqual([out.path, out.flash], ['/account/devices', 'That device was signed out.'])
    assert.deepEqual([await isOwnGood(), await isAnnasGood(), await isBensGood()], [true, false, true])
    assert.equal((await browser.send(page, annas)).flash, 'That device had already been signed out.')
    const [event] = await listAudit(service.context, { account: anna.id, event: 'token.revoked', limit: 1 })
    assert.equal(event?.actor.id, account.id)

    await browser.send(await browser.get('/account/devices'), '/account/devices')
    assert.deepEqual([await isOwnGood(), await isBensGood()], [false, false])
  })

  test('are as before where there is one player, and take no part of a list', async () => {
    const service = await shared()
    const account = await service.account()
    for (let at = 0; at < 10; at++) await launcher(service, account.username, account.password, `L/${at}`)
    const browser = browserOf(service)
    await browser.signIn(account)
    const page = await browser.get('/account/devices?from=3')
    assert.equal(kindsOn(page).length, 11)
    assert.doesNotMatch(page.text, new RegExp(`Launcher · |, ${account.username}"|class="actions"`))
  })

  test('show long lists in parts, each light, in every language', async () => {
    const service = await shared()
    const { account, browser } = await family(service)
    const players: Pick<TestAccount, 'username'>[] = [account]
    for (let at = 0; at < 17; at++)
      players.push(await addCharacter(service, account, `${at}_${made}`.padEnd(16, 'W')))
    const { client } = await createClient(service.context, operator, {
      client_name: 'W'.repeat(64),
      redirect_uris: ['https://a.example.test/'],
    })
    for (const { username } of players) {
      for (const userAgent of [`${username}/1`.padEnd(100, 'W'), `${username}/2`.padEnd(100, 'W')])
        await launcher(service, username, account.password, userAgent)
      const player = await service.stored(await found(service, username))
      await grantTo(service, player, client.clientId)
    }
    for (const path of ['/account/devices', '/account/applications', '/account/servers']) {
      for (const language of languages) {
        await browser.send(await browser.get('/account/language'), '/account/language', { language })
        const { text } = await browser.get(path)
        assert.ok(Buffer.byteLength(text) < 20_000, `${path} in ${language}: ${Buffer.byteLength(text)}`)
      }
    }
    await browser.send(await browser.get('/account/language'), '/account/language', { language: 'en' })
    const seen = new Set<string>()
    for (let at: string | undefined = '/account/devices'; at; ) {
      const page: PageView = await browser.get(at)
      assert.ok(kindsOn(page).length <= 8)
      for (const [, action = ''] of page.text.matchAll(/action="(\/account\/devices\/[^"]+)"/g))
        seen.add(action)
      const next: string | undefined = /href="(\?from=\d+)">Next</.exec(page.text)?.[1]
      at = next && `/account/devices${next}`
    }
    // Two of each of these, and the browser.
    assert.equal(seen.size, 2 * players.length + 1)
  })

  test('list the applications of each player, and remove them', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const { client } = await createClient(service.context, operator, {
      client_name: 'World map',
      redirect_uris: ['https://a.example.test/'],
    })
    for (const player of [await service.stored(account), anna, ben])
      await grantTo(service, player, client.clientId)
    const path = '/account/applications'
    const page = await browser.get(path)
    for (const { username } of [account, anna, ben]) {
      assert.ok(page.text.includes(`<p class="hint">${username} · Since`), username)
      assert.ok(page.text.includes(` aria-label="Remove: World map, ${username}"`), username)
    }
    const [given] = await listGrants(service.context, anna)
    const grant = given?.id ?? ''
    await sendAsStranger(service, '/account/password', path, { grant })
    assert.equal((await listGrants(service.context, anna)).length, 1, "somebody else's agreement")
    await browser.post(path, { csrf: csrfOf(page), grant })
    assert.equal((await listGrants(service.context, anna)).length, 0)
    assert.equal((await listGrants(service.context, ben)).length, 1)
  })

  test('say as which players one can join a game server', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    await addServer(service.context, operator, { name: `survival-${made}`, title: 'Survival' })
    const path = '/account/servers'
    const names = [account, ...[anna, ben].toSorted((a, b) => (a.id < b.id ? -1 : 1))]
    const all = `You can join as: ${names.map(({ username }) => username).join(', ')}.`
    assert.ok((await browser.get(path)).text.includes(all))
    await suspendAccount(service.context, operator, anna, {}, { only: true })
    assert.ok((await browser.get(path)).text.includes(`as: ${account.username}, ${ben.username}.`))
    const alone = browserOf(service)
    assert.match((await alone.signIn(await service.account(), path)).text, /<p>You can join\.<\/p>/)
  })

  test('of which the export has everything of each player, without secrets or others', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const { context } = service
    const stranger = await service.account()
    await launcher(service, anna.username, account.password, 'Hers/1')
    await launcher(service, ben.username, 'wrong', 'His/1')
    const own = accountActor(anna, '192.0.2.1')
    for (const seed of [1, 2])
      await uploadTexture(context, own, anna.id, 'skin', makePng(64, 64, noise(seed)))
    await removeTexture(context, accountActor(stranger, '198.51.100.7'), anna.id, 'skin')
    await renameAccount(context, operator, ben, `Benno_${made}`)
    await suspendAccount(context, operator, ben, { reason: 'Griefing.', until: null }, { only: true })
    await context.attempts.flush()
    const { text } = await browser.send(await browser.get('/account/export'), '/account/export')
    const held = JSON.parse(text)
    assert.equal(text, JSON.stringify(held, null, 2))
    assert.deepEqual(
      held.characters.map(({ id }: Account) => id),
      [anna.id, ben.id].sort(),
    )
    const of = ({ id }: Account) => held.characters.find((each: Account) => each.id === id)
    assert.deepEqual(Object.keys(of(anna)), [
      'id',
      'username',
      'createdAt',
      'deletesAt',
      'heldNames',
      'suspension',
      'linkedPlayers',
      'usernames',
      'skin',
      'cape',
      'hiddenCape',
      'formerSkins',
      'friends',
      'friendRequests',
      'blocks',
      'declined',
      'friendsPreferences',
      'devices',
      'applications',
      'attempts',
    ])
    assert.deepEqual(
      of(anna).devices.map(({ userAgent }: Record<string, string>) => userAgent),
      ['Hers/1'],
    )
    assert.equal(of(anna).formerSkins.length, 1)
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    assert.deepEqual(names(of(ben).heldNames), [ben.username.toLowerCase()])
    assert.deepEqual([names(of(anna).heldNames), names(held.heldNames)], [[], [ben.username.toLowerCase()]])
    assert.deepEqual(
      of(ben).usernames.map(({ username }: Account) => username),
      [ben.username, `Benno_${made}`],
    )
    assert.deepEqual(
      [of(ben).suspension.reason, of(anna).suspension, held.suspension],
      ['Griefing.', null, null],
    )
    assert.deepEqual(
      of(ben).attempts.map(({ reason }: Record<string, string>) => reason),
      ['credentials_invalid'],
    )
    assert.deepEqual([held.skin, held.devices.length], [null, 1])

    const ids = held.audit.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, ids.toSorted().toReversed())
    assert.equal(new Set(ids).size, ids.length)
    const seen = held.audit.map(({ event, account: whose, actor }: Record<string, any>) =>
      [event, whose, actor.kind, actor.id].join(' '),
    )
    for (const line of [
      `texture.set ${anna.id} account ${anna.id}`,
      `token.issued ${anna.id} account ${anna.id}`,
      `texture.removed ${anna.id} moderator `,
      `account.renamed ${ben.id} moderator `,
      `account.exported ${account.id} account ${account.id}`,
    ])
      assert.ok(seen.includes(line), `${line} in\n${seen.join('\n')}`)
    for (const secret of [stranger.id, '198.51.100.7', 'argon2', account.password])
      assert.ok(!text.includes(secret), secret)

    const alone = browserOf(service)
    await alone.signIn(stranger)
    const theirs = await alone.send(await alone.get('/account/export'), '/account/export')
    assert.deepEqual(JSON.parse(theirs.text).characters, [])
    assert.ok(!theirs.text.includes(anna.id))
  })
})

const found = async ({ context }: RunningService, username: string): Promise<Account> => {
  const row = await context.db.query
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row as Account
}
