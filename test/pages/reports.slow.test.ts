// A player reports the skin that somebody's launcher has uploaded; a moderator takes it down; others see nothing of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { migrated, withoutPostgres } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs, personAt } from './person.ts'

/** Uploads a skin as launchers do, and returns the address at which games find it. */
async function uploadByLauncher(service: RunningService, username: string, seed: number): Promise<string> {
  const account = await service.account({ username })
  const form = new FormData()
  form.append('file', new Blob([makePng(64, 64, noise(seed))], { type: 'image/png' }), 'skin.png')
  const answer = await fetch(`${service.baseUrl}/authlib-injector/api/user/profile/${account.id}/skin`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await service.signIn(account)}` },
    body: form,
  })
  assert.equal(answer.status, 204, await answer.text())
  return skinOf(service, username).then((url) => url ?? '')
}

async function skinOf(service: RunningService, username: string): Promise<string | undefined> {
  const answer = await service.get(`/skinsystem/textures/${username}`)
  return answer.status === 200 ? new URL(answer.json.SKIN.url).pathname : undefined
}

async function moderatorOf(service: RunningService) {
  const moderator = await service.account({ username: 'Freya' })
  await grantRole(service.context, operator, await service.stored(moderator), 'moderator')
  return moderator
}

const markup = '<img src=x onerror=alert(1)> & "quotes"'

onEveryDatabase('reports, in a browser', (start) => {
  test('a skin from a launcher is reported on a phone, and taken down and restored at a desk', async (t) => {
    const service = await start()
    const file = await uploadByLauncher(service, 'Loki', 1)
    const steve = await service.account({ username: 'Steve' })
    const moderator = await moderatorOf(service)
    const onPhone = await openTab(t, service.baseUrl, {
      ...phone,
      colorScheme: 'dark',
      javaScriptEnabled: false,
    })
    const atDesk = await openTab(t, service.baseUrl, desk)
    if (!onPhone || !atDesk) return

    await enterAs(onPhone, service, steve)
    await onPhone.page.goto('/account')
    await onPhone.page.getByRole('link', { name: 'Report a skin' }).click()
    await onPhone.page.getByRole('textbox', { name: 'Username' }).fill('loki')
    await onPhone.page.getByRole('radio', { name: 'Cape' }).check()
    await onPhone.page.getByRole('textbox', { name: 'Reason' }).fill(markup)
    await personAt(onPhone).press('Report')
    await personAt(onPhone).isTold('Nothing was reported: this player wears none at the moment.')
    await onPhone.page.getByRole('radio', { name: 'Skin' }).check()
    await personAt(onPhone).press('Report')
    await personAt(onPhone).reads('Thank you. Moderators will look at it.')
    await onPhone.page.getByText(markup, { exact: true }).first().waitFor()
    await onPhone.page.getByText('Waiting', { exact: true }).first().waitFor()

    await enterAs(atDesk, service, moderator)
    await atDesk.page.goto('/admin')
    await personAt(atDesk).follow('Reports 1')
    await atDesk.check('a report')
    await atDesk.page.getByText(markup.slice(0, 28)).first().waitFor()
    await atDesk.page.getByRole('textbox', { name: 'Reason' }).fill('Not here, please')
    // The return key presses no button: each would do something else.
    await atDesk.page.getByRole('textbox', { name: 'Reason' }).press('Enter')
    await personAt(atDesk).press('Take down')
    await personAt(atDesk).reads('It was taken down: nobody wears it any more.')
    assert.equal(await skinOf(service, 'Loki'), undefined)
    assert.equal((await service.get(file)).status, 404)

    await personAt(atDesk).follow('Closed')
    await atDesk.page.getByText('Taken down', { exact: false }).first().waitFor()
    await atDesk.page.locator('.reports img').first().waitFor()
    await atDesk.check('a texture that was taken down')
    await onPhone.page.goto('/account/reports')
    await onPhone.page.getByText('Taken down', { exact: false }).first().waitFor()

    await personAt(atDesk).press('Suspend uploads: Loki')
    await personAt(atDesk).reads('The uploads are suspended.')
    await atDesk.page.goto('/admin/accounts')
    await personAt(atDesk).follow('Loki')
    await atDesk.check('an account whose uploads are suspended')
    await personAt(atDesk).press('Allow uploads: Loki')
    await personAt(atDesk).reads('The player can upload again.')
    await atDesk.page.goto('/admin/reports?state=closed')
    await personAt(atDesk).press('Restore')
    await personAt(atDesk).reads('It was restored. Nobody wears it again by itself.')
    assert.equal((await service.get(file)).status, 200)
    assert.equal(await skinOf(service, 'Loki'), undefined)
  })
})

test('a texture that is taken down at one instance is gone at the other with the next request', {
  skip: withoutPostgres(),
}, async (t) => {
  const database = await migrated.postgres()
  const one = await startService(database.url)
  const two = await startService(database.url)
  t.after(async () => {
    await one.close()
    await two.close()
    await database.drop()
  })
  const file = await uploadByLauncher(one, 'Loki', 2)
  const render = `/skinsystem/render/${file.split('/').at(-1)}.png`
  // Both have it in memory.
  for (const { get } of [one, two])
    for (const path of [file, render]) assert.equal((await get(path)).status, 200)
  const player = browserOf(one)
  await player.signIn(await one.account({ username: 'Steve' }))
  const fields = { player: 'Loki', kind: 'skin', reason: 'Not here' }
  await player.send(await player.get('/report'), '/report', fields)
  const moderator = browserOf(two)
  await moderator.signIn(await moderatorOf(one))
  const queue = await moderator.get('/admin/reports')
  const [, report = ''] = /name="report" value="([0-9a-f]+)"/.exec(queue.text) ?? []
  await moderator.send(queue, '/admin/reports/take-down', { report })
  for (const service of [one, two]) {
    assert.equal(await skinOf(service, 'Loki'), undefined)
    for (const path of [file, render]) assert.equal((await service.get(path)).status, 404, path)
  }
  assert.match((await player.get('/account/reports')).text, />Taken down</)
})
