// A suspension by the name of a character concerns its account, or the character alone, on every surface; and its person
// can't change the suspended one meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { setFormerSkin } from '../../src/domain/game/former-skins.ts'
import { hideCape, showCape } from '../../src/domain/game/hidden-cape.ts'
import { removeTexture, uploadTexture } from '../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { type Actor, accountActor } from '../../src/model/accounts/actor.ts'
import { attackStored } from '../attacks/installed.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf } from './browser.ts'

let made = 0

async function family(service: RunningService) {
  const account = await service.account()
  const anna = await addCharacter(service, account, `Anna_${++made}`)
  const suspended = async () =>
    Promise.all([account, anna].map(async (each) => (await service.stored(each)).suspension !== undefined))
  return { account, anna, suspended, stored: await service.stored(account) }
}

onEveryDatabase('a character', (_, shared) => {
  test('is suspended on its page with its account, or alone, as the administrator chooses', async () => {
    const service = await shared()
    const { account, anna, suspended } = await family(service)
    const boss = await service.account()
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const path = `/admin/accounts/${anna.id}`
    const page = await browser.get(path)
    assert.match(page.text, /name="whom" value="" checked>Whole account/)
    assert.match(page.text, new RegExp(`name="whom" value="only">Only ${anna.username}<`))
    assert.doesNotMatch((await browser.get(`/admin/accounts/${account.id}`)).text, /name="whom"/)
    const alone = await browser.send(page, `${path}/suspend`, { whom: 'only', reason: 'griefing' })
    assert.deepEqual([alone.path, await suspended()], [path, [false, true]])
    await browser.send(await browser.get(path), `${path}/restore`)
    assert.deepEqual(await suspended(), [false, false])
    const whole = await browser.send(await browser.get(path), `${path}/suspend`, { reason: 'griefing' })
    assert.deepEqual([whole.path, await suspended()], [`/admin/accounts/${account.id}`, [true, false]])
    assert.match((await browser.get(path)).text, /Suspended since/)
    await browser.send(await browser.get(path), `${path}/restore`)
    assert.deepEqual(await suspended(), [false, false])
    const stale = await browser.send(
      await browser.get(`/admin/accounts/${account.id}`),
      `/admin/accounts/${account.id}/suspend`,
      { whom: 'only' },
    )
    assert.equal(stale.status, 422)
    assert.deepEqual(await suspended(), [false, false])
  })

  test('of an administrator is not suspended by a moderator', async () => {
    const service = await shared()
    const { anna, stored, suspended } = await family(service)
    const [moderator, boss] = [await service.account(), await service.account()]
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    await grantRole(service.context, operator, await service.stored(moderator), 'moderator')
    const browser = browserOf(service)
    await browser.signIn(moderator)
    const path = `/admin/accounts/${anna.id}`
    const page = await browser.get(path)
    await grantRole(service.context, operator, stored, 'admin')
    assert.doesNotMatch((await browser.get(path)).text, new RegExp(`${path}/suspend`))
    for (const whom of ['', 'only'])
      assert.equal((await browser.send(page, `${path}/suspend`, { whom })).status, 403)
    assert.deepEqual(await suspended(), [false, false])
  })

  test('is suspended through the API with its account, which is answered, or alone', async () => {
    const service = await shared()
    const { account, anna, suspended } = await family(service)
    const { send } = await adminClient(service)
    const at = (name: string) => `/accounts/${anna.id}/${name}`
    const whole = await send('POST', at('suspend'), {})
    assert.deepEqual([whole.json.id, await suspended()], [account.id, [true, false]])
    assert.equal((await send('POST', at('restore?only=true'))).status, 200)
    assert.deepEqual(await suspended(), [true, false])
    assert.equal((await send('POST', at('restore'))).json.id, anna.id)
    assert.deepEqual(await suspended(), [false, false])
    const alone = await send('POST', at('suspend'), { only: true })
    assert.deepEqual([alone.json.id, await suspended()], [anna.id, [false, true]])
    const own = await send('POST', `/accounts/${account.id}/suspend`, { only: true })
    assert.deepEqual([own.status, own.json.code], [422, 'account_only'])
  })

  test('that is suspended is not renamed, dressed or deleted by its person, but by administrators', async () => {
    const service = await shared()
    const { context } = service
    const { anna, stored } = await family(service)
    const png = makePng(64, 64, noise(made))
    const changes: ((by: Actor) => Promise<unknown>)[] = [
      (by) => uploadTexture(context, by, anna.id, 'skin', png),
      (by) => removeTexture(context, by, anna.id, 'skin'),
      (by) => hideCape(context, by, anna.id),
      (by) => renameAccount(context, by, anna, `Other_${made}`),
      (by) => requestDeletion(context, by, anna),
    ]
    await suspendAccount(context, operator, anna, {}, { only: true })
    const person = accountActor(stored, '192.0.2.1')
    const barred = { reason: 'character_suspended' }
    for (const change of changes) await assert.rejects(change(person), barred)
    await assert.rejects(setFormerSkin(context, person, anna.id, 'a'.repeat(64)), barred)
    await assert.rejects(
      showCape(context, person, anna.id, () => true),
      barred,
    )
    for (const change of changes) await change({ ...person, role: 'admin' })
    await restoreAccount(context, operator, anna)
    await renameAccount(context, person, await service.stored(anna), `Again_${made}`)
  })
})

attackStored('commands say which account they suspend', async (norn) => {
  await norn.steve()
  await norn.json('character', 'create', 'Steve', 'Anna')
  const said = async (...line: string[]) => (await norn.run(['account', ...line])).stdout
  assert.match(
    await said('suspend', 'Anna'),
    /^Steve, the account of Anna, is suspended until it is restored/,
  )
  assert.match(await said('restore', 'Anna'), /^Steve, the account of Anna, can sign in again/)
  assert.match(await said('suspend', 'Anna', '--only'), /^Anna is suspended/)
  await said('suspend', 'Steve')
  const restored = await norn.run(['account', 'restore', 'Anna', '--only'])
  assert.match(restored.stdout, /^Anna can sign in again/)
  assert.match(restored.stderr, /its account is still suspended.*norn account restore Steve/)
  for (const verb of ['suspend', 'restore']) {
    const { status, stderr } = await norn.run(['account', verb, 'Steve', '--only'])
    assert.deepEqual([status, /leave "only" out/.test(stderr)], [1, true], stderr)
  }
  await norn.run(['account', 'restore', 'Steve'])
  await norn.run(['account', 'delete', 'Steve', '--later', '--characters'])
  const kept = await norn.run(['account', 'keep', 'Anna'])
  assert.deepEqual(
    [kept.status, /with its account, Steve; keep that account instead/.test(kept.stderr)],
    [1, true],
    kept.stderr,
  )
})

attackStored('commands join and part, and say what that means', async (norn) => {
  await norn.steve()
  await norn.json('account', 'create', '--username', 'Alex', '--email', 'a@example.org', '--password', 'x')
  const join = (...more: string[]) => norn.run(['character', 'join', 'Alex', 'Steve', ...more])
  const refused = await join()
  assert.deepEqual(
    [refused.status, /give --drop-email to give it up/.test(refused.stderr)],
    [1, true],
    refused.stderr,
  )
  const joined = await join('--drop-email')
  assert.match(joined.stdout, /Alex is a character of Steve now/)
  assert.match(joined.stderr, /applications that knew Alex by its id \(sub\) know Steve from now on/)
  const { owner, email, totp } = await norn.json('account', 'show', 'Alex')
  assert.deepEqual([owner.username, email, totp], ['Steve', null, false])
  const again = await join()
  assert.match(again.stderr, /belongs to the account, not to a character.*Steve/)
  const parted = await norn.json('character', 'part', 'Alex', '--email', 'own@example.org')
  assert.match(parted.url, /\/link\/[\w-]+$/)
  const shown = await norn.json('account', 'show', 'Alex')
  assert.deepEqual([shown.owner, shown.email, shown.id], [null, 'own@example.org', parted.id])
  assert.equal((await norn.run(['character', 'part', 'Alex'])).status, 1)
  const { events } = {
    events: (await norn.json('audit', 'list', '--account', 'Alex')).map(({ event, details }: any) => [
      event,
      details.owner,
    ]),
  }
  assert.ok(
    events.some(([event, of]: string[]) => event === 'character.joined' && of === owner.id),
    String(events),
  )
  assert.ok(
    events.some(([event, of]: string[]) => event === 'character.parted' && of === owner.id),
    String(events),
  )
})
