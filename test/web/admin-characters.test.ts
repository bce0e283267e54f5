// Characters on the pages of administration: listed, found, made, and without forms for what is their account's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { playersOf } from '../../src/domain/characters/players.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { languages } from '../../src/texts/languages.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const path = '/admin/accounts'

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { browser, account }
}

async function family(service: RunningService) {
  const owner = await service.account({ username: 'Steve' })
  const anna = await addCharacter(service, owner, 'Anna')
  const ben = await addCharacter(service, owner, 'Ben')
  return { owner, anna, ben, at: (player: { id: string }) => `${path}/${player.id}` }
}

const csrfOf = ({ text }: PageView): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

const actionsOn = ({ text }: PageView): string[] => [
  ...new Set(
    [...text.matchAll(/(?:form)?action="\/admin\/accounts\/[0-9a-f]{32}\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  ),
]

onEveryDatabase('characters on the pages of administration', (start, _shared, kind) => {
  test('are listed and found like accounts, with the name of their account', async () => {
    const service = await start()
    const { owner, anna, at } = await family(service)
    const { browser } = await signedIn(service, 'admin')
    const list = await browser.get(path)
    const row = (name: string) => list.text.split('<tr>').find((each) => each.includes(`>${name}</a>`)) ?? ''
    assert.match(
      row('Anna'),
      new RegExp(`<a class="faced" href="${at(anna)}"><img[^>]+>Anna</a> <small>of Steve</small>`),
    )
    assert.doesNotMatch(row('Steve'), /<small>/)
    // Two accounts, whose players are four.
    assert.match(list.text, />2 accounts</)
    for (const asked of ['anna', anna.id]) {
      const { text } = await browser.get(`${path}?q=${asked}`)
      assert.match(text, /of Steve/, asked)
    }
    await suspendAccount(service.context, operator, await service.stored(owner), {})
    const suspended = await browser.get(path)
    assert.equal(suspended.text.match(/<td data-head="State">suspended<\/td>/g)?.length, 3)
    const { browser: moderator } = await signedIn(service, 'moderator')
    assert.match((await moderator.get(path)).text, /of Steve/)
  })

  test('show a link to their account, and no form for what belongs to it', async () => {
    const service = await start()
    const { context } = service
    const { owner, anna, at } = await family(service)
    await createGroup(context, operator, { name: 'builders' })
    const { browser } = await signedIn(service, 'admin')
    const page = await browser.get(at(anna))
    assert.equal(page.heading, 'Anna')
    assert.match(page.text, new RegExp(`<dt>Account</dt><dd><a href="${at(owner)}">Steve</a></dd>`))
    assert.deepEqual(actionsOn(page).toSorted(), ['delete', 'primary', 'rename', 'suspend', 'unlock'])
    assert.doesNotMatch(page.text, /Second factor|New email address|One-time link|<h2>Characters/)
    // Sent all the same, they are refused and change nothing.
    const csrf = csrfOf(page)
    const before = await service.stored(anna)
    const sent: [string, Record<string, string>][] = [
      ['email', { email: 'anna@example.test' }],
      ['second-factor', {}],
      ['link', { for: 'password', lasts: '24h' }],
      ['sessions', {}],
      ['characters', { username: 'Grandchild' }],
    ]
    for (const [name, fields] of sent) {
      const answer = await browser.post(`${at(anna)}/${name}`, { csrf, ...fields })
      assert.equal(answer.status, 422, `${name}: ${answer.status}`)
      assert.match(answer.text, /belongs to the account|can’t have characters/, name)
    }
    for (const name of ['grant/admin', 'ungrant/admin'])
      assert.equal((await browser.post(`${at(anna)}/${name}`, { csrf })).headers.get('location'), at(anna))
    assert.deepEqual(await service.stored(anna), before)
    assert.equal((await playersOf(context, before)).length, 3)

    const { browser: moderator } = await signedIn(service, 'moderator')
    assert.deepEqual(actionsOn(await moderator.get(at(anna))), ['suspend'])
  })

  test('of an account are on its page, where an administrator makes one and chooses the primary one', async () => {
    const service = await start()
    const { context } = service
    const { owner, anna, ben, at } = await family(service)
    const { browser, account: boss } = await signedIn(service, 'admin')
    const page = await browser.get(at(owner))
    for (const player of [anna, ben])
      assert.match(
        page.text,
        new RegExp(`<li><a href="${at(player)}">${player.username}</a> <span>active</span>`),
      )
    for (const [username, alert] of [
      ['not a name', /letters, digits/],
      ['adm1n', /reserved/],
      ['steve', /another account has this name/],
    ] as const) {
      const again = await browser.send(page, `${at(owner)}/characters`, { username })
      assert.equal(again.status, 422)
      assert.match(again.alert ?? '', alert)
      assert.equal(again.text.match(/aria-invalid="true"/g)?.length, 1)
    }
    const made = await browser.send(page, `${at(owner)}/characters`, { username: 'adm1n', reserved: 'yes' })
    assert.deepEqual([made.heading, made.flash], ['adm1n', 'The character was created.'])
    const [event] = await listAudit(context, {
      account: made.path.slice(-32),
      event: 'account.created',
      limit: 1,
    })
    assert.deepEqual([event?.actor.name, event?.details['owner' as never]], [boss.username, owner.id])

    const chosen = await browser.send(await browser.get(at(anna)), `${at(anna)}/primary`)
    assert.deepEqual([chosen.heading, chosen.flash], ['Anna', 'This is the primary player now.'])
    assert.doesNotMatch(chosen.text, /Make primary/)
    assert.match((await browser.get(at(owner))).text, />Anna<\/a> <span>active · Primary</)
    const back = await browser.send(await browser.get(at(owner)), `${at(owner)}/primary`)
    assert.equal(back.flash, 'This is the primary player now.')
    assert.equal((await service.stored(owner)).primaryId, undefined)

    // An administrator is not bound by the limits of players, even with their own account.
    const own = await browser.post(`${at(boss)}/characters`, { csrf: csrfOf(page), username: 'Second' })
    assert.equal(own.status, 303)
    const third = await browser.post(`${at(boss)}/characters`, { csrf: csrfOf(page), username: 'Third' })
    assert.equal(third.status, 303)
  })

  test('are not mentioned where an account has none and can have none', async () => {
    const service = await start()
    const { browser } = await signedIn(service, 'admin')
    const alone = await service.account()
    assert.doesNotMatch((await browser.get(`${path}/${alone.id}`)).text, /[Cc]haracter|[Pp]rimary/)
    const several = await start({ NORN_CHARACTERS: '3' })
    const { browser: other } = await signedIn(several, 'admin')
    const player = await several.account()
    assert.match((await other.get(`${path}/${player.id}`)).text, /<h2>Characters<\/h2>/)
  })

  test('are deleted with their account, which the question says, and one by one', async () => {
    const service = await start()
    const { owner, anna, ben, at } = await family(service)
    const { browser } = await signedIn(service, 'admin')
    const question = await browser.get(`${at(anna)}/delete`)
    assert.match(question.text, /After .* the character is deleted for good/)
    const gone = await browser.send(await browser.get(at(anna)), `${at(anna)}/delete`)
    assert.match(gone.text, /Keep character/)
    assert.equal((await service.stored(ben)).deletesAt, undefined)
    const kept = await browser.send(gone, `${at(anna)}/keep`)
    assert.equal((await service.stored(anna)).deletesAt, undefined)
    assert.equal(kept.status, 200)

    const all = await browser.get(`${at(owner)}/delete`)
    const names = [anna, ben].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ username }) => username)
    assert.ok(all.text.includes(`The characters of this account go with it: ${names.join(', ')}.`), all.text)
    await browser.send(await browser.get(at(owner)), `${at(owner)}/delete`)
    assert.notEqual((await service.stored(anna)).deletesAt, undefined)
    assert.doesNotMatch((await browser.get(at(anna))).text, /Keep character/)
  })

  test('of somebody with a role show moderators no address', async () => {
    const service = await start()
    const { browser: moderator } = await signedIn(service, 'moderator')
    const { account: boss } = await signedIn(service, 'admin')
    const hidden = await addCharacter(service, boss, 'Hidden')
    const shown = await addCharacter(service, await service.account(), 'Shown')
    const passwords = { Hidden: boss.password, Shown: 'x' }
    for (const [username, password] of Object.entries(passwords))
      await service.post('/auth/authenticate', { username, password, clientToken: 'x' })
    await service.context.attempts.flush()
    for (const at of [`${path}/${hidden.id}`, '/admin/why?name=Hidden'])
      assert.doesNotMatch((await moderator.get(at)).text, /127\.0\./, at)
    assert.match((await moderator.get('/admin/why?name=Shown')).text, /127\.0\.…/)
    void shown
  })

  test('of an account are light on its page, however many there are', async () => {
    // The database does not change a page.
    if (kind !== 'sqlite') return
    const service = await start()
    const owner = await service.account({ username: 'W'.repeat(16) })
    for (let at = 1; at < 100; at++) await addCharacter(service, owner, `${at}`.padEnd(21, 'W'))
    const [, last] = await playersOf(service.context, await service.stored(owner))
    if (last) await choosePrimary(service, last.player)
    if (last) await renameAccount(service.context, operator, last.player, `${'9'.repeat(20)}W`)
    const { browser } = await signedIn(service, 'admin')
    for (const language of languages) {
      await browser.send(await browser.get('/account/language'), '/account/language', { language })
      for (const at of [`${path}/${owner.id}`, `${path}/${owner.id}/delete`, path]) {
        const bytes = Buffer.byteLength((await browser.get(at)).text)
        assert.ok(bytes < 30_000, `${at} in ${language}: ${bytes}`)
      }
    }
  })
})
