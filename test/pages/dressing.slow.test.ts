// From the account to being seen in another skin takes two presses: in each language, by keys alone or by touch, with and
// without JavaScript, on a phone and at a desk, in light and in dark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { languages } from '../../src/texts/languages.ts'
import { textIn } from '../../src/web/context/text.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService, type TestAccount } from '../service.ts'
import { openTab } from './browser.ts'
import { keyboardAt } from './keyboard.ts'
import { enterAs, personAt } from './person.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const desk = { viewport: { width: 1280, height: 900 } }

/** The hash of the skin that game servers show of the player who joins now. */
async function seen(service: RunningService, { username, id }: TestAccount, accessToken: string) {
  const joining = { accessToken, selectedProfile: id, serverId: 'midgard' }
  assert.equal((await service.post('/session/join', joining)).status, 200)
  const { json } = await service.get(`/session/hasJoined?username=${username}&serverId=midgard`)
  const { value } = json.properties.find(({ name }: { name: string }) => name === 'textures')
  const { textures } = JSON.parse(Buffer.from(value, 'base64').toString())
  return textures.SKIN?.url.split('/').at(-1)
}

onEveryDatabase('another skin, in a browser', (_start, shared, kind) => {
  // The database does not change a page; one language is enough for what it stores.
  const here = kind === 'sqlite' ? languages : (['en'] as const)
  for (const [at, language] of here.entries()) {
    const [hasScript, isPhone, isDark] = [at % 2 === 0, at % 4 < 2, at % 3 === 0]
    test(`takes two presses in ${language}, ${hasScript ? 'by keys' : 'without JavaScript'}`, async (t) => {
      const service = await shared()
      const { context } = service
      const account = await service.account({ language })
      const by = accountActor(account, '192.0.2.1')
      const text = textIn(language)
      // A page as full as it gets.
      for (let seed = 0; seed < 9; seed++)
        await setTexture(context, by, account.id, 'skin', makePng(64, 64, noise(100 + seed)))
      for (let seed = 0; seed < 14; seed++)
        await addToWardrobe(context, by, account, {
          png: makePng(64, 64, noise(seed)),
          name: `Knight ${seed}`,
        })
      service.advance(1)
      const { texture } = await addToWardrobe(context, by, account, {
        png: makePng(64, 64, noise(50)),
        name: 'Плащ “мой”',
      })
      const token = await service.signIn(account)
      assert.notEqual(await seen(service, account, token), texture.hash)
      const tab = await openTab(t, service.baseUrl, {
        ...(isPhone ? phone : desk),
        colorScheme: isDark ? 'dark' : 'light',
        javaScriptEnabled: hasScript,
        locale: language,
      })
      if (!tab) return
      const { page } = tab
      await enterAs(tab, service, account)
      await page.goto('/account')
      const link = page
        .locator('.profile')
        .getByRole('link', { name: text.account.menu.wardrobe.heading, exact: true })
      if (hasScript) await link.press('Enter')
      else await link.tap().catch(() => link.click())
      const person = { ...personAt(tab), ...(hasScript && keyboardAt(tab)) }
      await person.sees(text.account.menu.wardrobe.heading)
      if (process.env['LOOK'])
        await page.screenshot({ path: `${process.env['LOOK']}/w-${language}.png`, fullPage: true })
      await person.press(text.wardrobe.wearNamed('Плащ “мой”'))
      await person.reads(text.wardrobe.flash.worn)
      assert.equal(await seen(service, account, token), texture.hash)
      await tab.close()
    })
  }
})
