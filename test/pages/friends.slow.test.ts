// The page of friends in Chromium: two players, one on a phone, one at a desk, with full lists.
import { test } from 'node:test'
import { blockPlayer } from '../../src/domain/friends/blocks.ts'
import { addFriend } from '../../src/domain/friends/change.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { desk, openTab, phone } from './browser.ts'
import { enterAs, personAt } from './person.ts'

const rows = 11

/** Fills every list of a player. */
async function fillLists(service: RunningService, id: string): Promise<void> {
  const { context } = service
  const from = (who: string) => ({ id: who, address: `2001:db8::${who.slice(0, 4)}` })
  for (let number = 0; number < 4 * rows; number++) {
    const other = await service.account({ username: `Somebody_${String(number).padStart(12, '0')}` })
    const kind = number % 4
    if (kind === 3) await blockPlayer(context, id, other.id)
    else if (kind === 2) await addFriend(context, from(other.id), id)
    else {
      await addFriend(context, from(id), other.id)
      if (kind === 1) await addFriend(context, from(other.id), id)
    }
    service.advance(240_000)
  }
}

onEveryDatabase('friends, in a browser', (start) => {
  test('one asks on a phone, the other accepts at a desk, and full lists are light enough', async (t) => {
    const service = await start()
    const [alex, steve] = [
      await service.account({ username: 'Alex' }),
      await service.account({ username: 'Steve' }),
    ]
    const onPhone = await openTab(t, service.baseUrl, { ...phone, colorScheme: 'dark' })
    const atDesk = await openTab(t, service.baseUrl, desk)
    if (!onPhone || !atDesk) return
    await enterAs(onPhone, service, alex)
    await enterAs(atDesk, service, steve)
    await onPhone.page.goto('/account')
    await personAt(onPhone).follow('Friends')
    await onPhone.check('no friends yet')
    await onPhone.page.getByRole('textbox', { name: 'Username' }).first().fill('steve')
    await personAt(onPhone).press('Send request')
    await personAt(onPhone).reads('The request was sent.')
    await onPhone.check('a request')
    await atDesk.page.goto('/account/friends')
    await personAt(atDesk).press('Accept: Alex')
    await personAt(atDesk).reads('You are friends now.')
    await atDesk.check('a friend')
    await fillLists(service, steve.id)
    // Without JavaScript, on a phone as wide as most are.
    const full = await openTab(t, service.baseUrl, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    })
    if (!full) return
    await enterAs(full, service, steve)
    await full.page.goto('/account/friends')
    await full.check('full lists')
    await personAt(full).follow('Next')
    await full.check('the next friends')
    const next = full.page.getByRole('button', { name: /^Remove: / }).first()
    const [, name = ''] = /^Remove: (.*)$/.exec((await next.textContent()) ?? '') ?? []
    await next.click()
    await personAt(full).reads('The player was removed from the list.')
    await full.page.getByRole('textbox', { name: 'Username' }).last().fill(name)
    await personAt(full).press('Block')
    await personAt(full).reads('The player is blocked.')
    await full.page.getByRole('textbox', { name: 'Username' }).first().fill('nobody')
    await personAt(full).press('Send request')
    await full.page.getByRole('alert').waitFor()
    await full.check('a refusal')
    for (const tab of [onPhone, atDesk, full]) await tab.close()
  })
})
