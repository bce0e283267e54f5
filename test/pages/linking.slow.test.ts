// Linking a player by signing in at another Norn, in Chromium: only browsers enforce the policy for redirects of forms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { onEveryDatabase } from '../service.ts'
import { partners } from '../web/partners.ts'
import { openTab, phone } from './browser.ts'
import { front } from './https-proxy.ts'
import { enterAs, personAt } from './person.ts'

onEveryDatabase('linking, in a browser', (start) => {
  test('a player presses the button, signs in there, allows it, and is back', async (t) => {
    const there = await front()
    t.after(() => there.close())
    const here = await start()
    // Cookies do not know ports, so the other service has another host.
    const other = await start({ NORN_BASE_URL: there.url })
    there.leadTo(other.baseUrl)
    await partners(here, { ...other, baseUrl: there.url })
    const account = await here.account()
    const player = await other.account({ username: 'Steve_2' })
    const tab = await openTab(t, here.baseUrl, { ...phone, colorScheme: 'dark' })
    if (!tab) return
    await enterAs(tab, here, account)
    const { page } = tab
    const person = personAt(tab)
    await page.goto('/account/linked')
    await person.sees('Linked accounts')
    await person.press('Link friends')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.equal(new URL(page.url()).origin, there.url)
    await page.getByLabel('Username or e-mail').fill(player.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(player.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Allow Here?' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('status').getByText('The player is linked.').waitFor()
    assert.equal(page.url(), `${here.baseUrl}/account/linked`)
    await page.getByRole('button', { name: 'Unlink: Steve_2' }).waitFor()
    assert.deepEqual(
      (await linkedPlayers(here.context, account)).map(({ id }) => id),
      [player.id],
    )
    await tab.close()
    const again = await openTab(t, here.baseUrl, { ...phone, colorScheme: 'dark' })
    if (!again) return
    await enterAs(again, here, account)
    await again.page.goto('/account/linked/friends/callback?code=1&state=1')
    await personAt(again).isTold('Nothing was changed: this sign-in has expired')
    await again.close()
  })
})
