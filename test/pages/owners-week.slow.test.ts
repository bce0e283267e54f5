// An owner's week, in the browser alone: players, tokens, and the look of the community.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { setTextures } from '../../src/domain/game/set-textures.ts'
import { version } from '../../src/lib/process/version.ts'
import { isoTime } from '../../src/lib/text/instant.ts'
import { embeddedFile } from '../../src/storage/engine/open.ts'
import { noteBackup } from '../../src/storage/tools/last-backup.ts'
import { keepUpdateCheck } from '../../src/storage/tools/update-check.ts'
import { textIn } from '../../src/web/context/text.ts'
import { databases } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { operator, startService } from '../service.ts'
import { openTab } from './browser.ts'
import { enterAs, personAt } from './person.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' as const }

for (const javaScriptEnabled of [true, false])
  test(`an owner's week, on a phone, without a shell and ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
    const database = await databases.sqlite()
    t.after(() => database.drop())
    const service = await startService(database.url, {
      NORN_GUESS_ADDRESS_ACCOUNT: '1',
      NORN_UPDATE_CHECK: 'https://releases.example.test/norn',
    })
    t.after(() => service.close())
    const boss = await service.account({ username: 'Frigg' })
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const thor = await service.account({ username: 'Thor' })
    const png = makePng(64, 64, noise(1))
    await setTextures(service.context, operator, thor.id, { skin: { png } })
    const tab = await openTab(t, service.baseUrl, { ...phone, javaScriptEnabled })
    if (!tab) return
    await enterAs(tab, service, boss)
    const person = personAt(tab)
    const { page } = tab
    const { admin: text, apiTokens, community, layout, links, servers } = textIn('en')
    const { account, accounts, menu, flash } = text
    const open = (heading: string) =>
      page
        .getByRole('navigation', { name: text.sections })
        .getByRole('link', { name: heading, exact: true })
        .click()

    /** Presses a button that leads to a question, which is a page of its own, and answers it. */
    const asked = async (submit: string, subject: string, button = submit) => {
      await person.press(button)
      await person.sees(layout.confirm.heading(submit, subject))
      const name = page.getByLabel(layout.confirm.type(subject), { exact: true })
      if ((await name.count()) > 0) await name.fill(subject)
      await person.press(submit)
    }

    const unfold = (heading: string) => page.getByText(heading, { exact: true }).click()

    await page.goto('/admin')
    await page.getByText(text.overview.attention.noBackup).waitFor({ state: 'attached' })
    const stored = embeddedFile(service.context.config.databaseUrl) ?? ''
    await noteBackup(stored, { at: isoTime(service.now()), file: 'b.gz' })
    const release = { version: '99.0.0', day: '2026-11-23' }
    await keepUpdateCheck(service.context.config.dataDir, { at: service.now(), release, problem: null })
    await page.reload()
    await page.getByText(text.overview.lastBackup).waitFor()
    await page.getByText(text.overview.newer('99.0.0', version())).waitFor()

    await open(menu.accounts.heading)
    await person.sees(menu.accounts.heading)
    await person.fill(accounts.username, 'Freya')
    await person.fill(accounts.password, 'a sentence to remember')
    await person.press(accounts.create)
    await person.reads(flash.accountCreated)
    await unfold(account.change)
    await person.fill(account.newEmail, 'freya@example.test')
    await person.press(account.setEmail)
    await person.reads(flash.emailSet)
    await service.signIn({ username: 'freya@example.test', password: 'a sentence to remember' })

    await unfold(links.admin.heading)
    await person.press(links.admin.create)
    await person.reads(links.flash.created)
    const made = (await page.getByText(/\/link\/[\w-]{22}$/).textContent()) ?? ''
    const freya = await openTab(t, service.baseUrl, { ...phone, javaScriptEnabled })
    await freya?.page.goto(made)
    const chooser = freya && personAt(freya)
    await chooser?.sees(links.password.heading)
    await chooser?.fill(links.password.label, 'another sentence to remember')
    await chooser?.press(links.password.submit)
    await chooser?.reads(links.flash.chosen)
    await freya?.close()
    await service.signIn({ username: 'Freya', password: 'another sentence to remember' })

    const guess = { username: 'Thor', password: 'wrong', clientToken: 'x' }
    assert.deepEqual(
      [
        (await service.post('/auth/authenticate', guess)).status,
        (await service.post('/auth/authenticate', guess)).status,
      ],
      [401, 429],
    )
    await open(menu.accounts.heading)
    await person.follow('Thor')
    await person.sees('Thor')
    await unfold(account.change)
    await person.press(account.unlock)
    await person.reads(flash.unlocked)
    await service.signIn(thor)
    await unfold(account.textures.heading)
    await page.getByRole('img', { name: account.textures.file.skin }).waitFor()
    await person.press(account.textures.remove.skin)
    await person.reads(flash.skinRemoved)
    await unfold(account.danger)
    await asked(account.delete, 'Thor')
    await person.reads(flash.deletionRequested)
    await person.press(account.keep)
    await person.reads(flash.kept)
    assert.equal((await service.stored(thor)).deletesAt, undefined)

    await open(menu['api-tokens'].heading)
    await person.fill(apiTokens.name, 'bot')
    await person.press(apiTokens.create)
    await person.reads(apiTokens.flash.created)
    const token = await page.getByText(/^norn_/).textContent()
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await service.get('/api/v1/overview', { headers })).status, 200)
    await asked(apiTokens.revoke, 'bot', apiTokens.revokeNamed('bot'))
    await person.reads(apiTokens.flash.revoked)
    assert.equal((await service.get('/api/v1/overview', { headers })).status, 401)

    await open(menu.servers.heading)
    await person.fill(servers.name, 'survival')
    await person.press(servers.add)
    await person.reads(servers.flash.added)
    await unfold(servers.more)
    await page.getByLabel(servers.groupsProperty).check()
    await person.press(servers.save)
    await person.reads(servers.flash.changed)
    assert.equal(await page.getByLabel(servers.groupsProperty).isChecked(), true)

    await open(menu.settings.heading)
    await person.sees(menu.settings.heading)
    await person.fill(community.labels.name, 'Midgard')
    await person.fill(community.labels.accent, 'b4472f')
    const logo = makePng(64, 64, () => [180, 71, 47, 255])
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: logo }
    await page.getByLabel(community.labels.logo, { exact: true }).setInputFiles(file)
    await person.fill(community.labels.welcome, 'Welcome to Midgard.')
    await person.fill(community.labels.rules, 'Be kind.\nBuild.')
    await person.fill(community.labels.links, 'http://forum.example.test Forum')
    await person.press(community.save)
    await person.isTold(text.malformed.homeLinks)
    await person.fill(community.labels.links, 'https://forum.example.test Forum')
    await page.getByLabel(community.labels.logo, { exact: true }).setInputFiles(file)
    await person.press(community.save)
    await person.reads(community.flash.saved)

    await page.goto('/')
    await person.sees('Midgard')
    await page.getByText('Welcome to Midgard.').waitFor()
    await page.getByRole('main').getByText('Rules', { exact: true }).click()
    await page.getByText('Be kind.').waitFor()
    const link = page.getByRole('link', { name: 'Forum', exact: true })
    assert.equal(await link.getAttribute('href'), 'https://forum.example.test/')
    const width = await page.evaluate<number>(`document.querySelector('.brand img').naturalWidth`)
    assert.equal(width, 64, "the community's logo is shown")
    await tab.close()
  })
