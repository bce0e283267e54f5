import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer, pauseServer } from '../../src/domain/community/servers.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { clientSetup } from '../../src/http/paths/client-setup.ts'
import { htmlText } from '../../src/lib/text/html.ts'
import { languages } from '../../src/texts/languages.ts'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('GET /', (start) => {
  test('shows the name, that the service is up, and the setup lines for its own address, also below a path', async () => {
    for (const path of ['', '/accounts']) {
      const service = await start({
        NORN_SERVER_NAME: '<b>Ours</b>',
        ...(path && { NORN_BASE_URL: `https://accounts.example.test${path}` }),
      })
      const base = service.context.baseUrl()
      const { status, headers, heading, text } = await browserOf(service).get('/')
      assert.deepEqual([status, heading], [200, '<b>Ours</b>'])
      assert.equal(headers.get('x-authlib-injector-api-location'), `${base}/authlib-injector/`)
      assert.match(text, /<p class="state up">Up and running<\/p>/)
      assert.match(text, /<h1><img src="[^"]*\/assets\/rune-\w+\.svg" alt="" width="56"/)
      for (const name of ['Launchers', 'Game servers'])
        assert.match(text, new RegExp(`<h2[^>]*>${name}</h2>`))
      const root = encodeURIComponent(`${base}/authlib-injector/`)
      assert.ok(text.includes(`href="authlib-injector:yggdrasil-server:${root}"`))
      const lines = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, line = '']) => line)
      assert.ok(
        lines.includes(base) && lines.includes(`-javaagent:authlib-injector.jar=${base}/authlib-injector/`),
      )
      assert.ok(text.length < 50_000)
    }
  })

  test('shows visitors the servers that everybody can join, and where', async () => {
    const service = await start()
    const { context } = service
    const shown = async () => {
      const { text } = await browserOf(service).get('/')
      return [...text.matchAll(/<li><b>([^<]*)<\/b> <code>([^<]*)<\/code><\/li>/g)].map(
        ([, ...found]) => found,
      )
    }
    assert.doesNotMatch((await browserOf(service).get('/')).text, />Servers<\/h2>/)
    await createGroup(context, operator, { name: 'builders' })
    const add = (name: string, address: string | null, groups: string[] = []) =>
      addServer(context, operator, { name, title: `<i>${name}`, address, groups })
    await add('survival', 'play.example.test')
    await add('builders', 'secret.example.test', ['builders'])
    await add('hidden', null)
    await add('paused', 'paused.example.test')
    await pauseServer(context, operator, 'paused', true)
    assert.deepEqual(await shown(), [['&lt;i&gt;survival', 'play.example.test']])
    for (let at = 0; at < 20; at++) await add(`z${at}`, `z${at}.example.test`)
    assert.equal((await shown()).length, 6, 'no more than these')
  })

  test('folds long texts of the community, and loses none of them', async () => {
    const service = await start()
    const textOf = async (welcome: string, links: string) => {
      await changeSettings(service.context, operator, { welcome, links })
      return (await browserOf(service).get('/')).text
    }
    const link = (title: string) => `https://example.org/ ${title}`
    const short = await textOf(
      'We build together.\nSlowly.',
      [1, 2].map((at) => link(`Map ${at}`)).join('\n'),
    )
    assert.match(short, /dir="auto">We build together\.\nSlowly\.<\/p>\n\n/)
    assert.doesNotMatch(short, /Show more/)
    assert.match(short, /<section class="card">\n<h2>Links<\/h2>/)
    const words = Array.from({ length: 110 }, (_, at) => `word${at}`).join(' ')
    for (const welcome of [
      words,
      '🏰'.repeat(250),
      'W'.repeat(1000),
      'W\n'.repeat(499).trim(),
      '城'.repeat(500),
    ]) {
      const long = await textOf(welcome, Array.from({ length: 12 }, () => link('W'.repeat(64))).join('\n'))
      const [, beginning = '', rest = ''] =
        /"lead typed" dir="auto">([^<]*)<\/p>\s*<details><summary>Show more<\/summary><p class="typed" dir="auto">([^<]*)</.exec(
          long,
        ) ?? []
      assert.equal(`${beginning}${rest}`.replaceAll(/\s/g, ''), welcome.replaceAll(/\s/g, ''))
      assert.ok(beginning.length <= 400 && beginning.isWellFormed(), beginning)
      assert.match(long, /<summary><h2>Links<\/h2><\/summary>/)
      assert.equal(long.match(/>W{64}<\/a>/g)?.length, 12)
    }
  })

  test('leads to the lines of one kind of game server at a time, first of what most are', async () => {
    const service = await start()
    const { javaAgent, hosts, velocity, waterfall } = clientSetup(service.context.baseUrl())
    const shown = async (path: string) => {
      const { text, status } = await browserOf(service).get(path)
      const lines = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, line = '']) => line)
      return { status, lines, current: /href="([^"]+)" aria-current="true"/.exec(text)?.[1] }
    }
    const first = { status: 200, lines: [javaAgent], current: '/servers?for=agent' }
    for (const path of ['/servers', '/servers?for=', '/servers?for=<b>', '/servers?for=older&for=older'])
      assert.deepEqual(await shown(path), first)
    assert.deepEqual((await shown('/servers?for=older')).lines, [hosts.join(' ')])
    assert.deepEqual((await shown('/servers?for=proxy-option')).lines, [velocity, htmlText(waterfall)])
  })

  test("shows its instructions in the browser's language", async () => {
    const browser = browserOf(await start())
    for (const language of languages) {
      const text = textIn(language)
      const page = await browser.get('/', { 'accept-language': language })
      for (const { heading } of [text.home.start, text.home.launchers, text.home.servers])
        assert.ok(page.text.includes(`>${heading}</h2>`), `${language}: ${heading}`)
    }
  })

  test('shows the requirements for registering here', async () => {
    const startText = async (settings: Record<string, string>) => {
      const { text } = await browserOf(await start(settings)).get('/')
      return /<ol class="steps">\s*<li>.*?<p>(.*?)<\/p>/s.exec(text)?.[1]
    }
    assert.equal(
      await startText({ NORN_REGISTRATION: 'open' }),
      'It takes a minute: a name, a password, and an email to confirm.',
    )
    assert.equal(
      await startText({ NORN_REGISTRATION: 'invite', NORN_CONFIRM_EMAIL: 'off' }),
      'It takes a minute: a name, an email address and a password. You need an invite code from the operators.',
    )
    assert.equal(
      await startText({ NORN_REGISTRATION: 'closed' }),
      'Only the operators create accounts here: ask them for one.',
    )
  })

  test('reports a database that does not answer properly', async () => {
    const service = await start()
    const { db } = service.context
    await db.query.schema.alterTable('signing_key').renameTo('elsewhere').execute()
    const { status, text } = await browserOf(service).get('/')
    await db.query.schema.alterTable('elsewhere').renameTo('signing_key').execute()
    assert.equal(status, 200)
    assert.match(text, /<p class="state down">We are having problems/)
  })
})

test('docs/clients.md has the same setup lines', () => {
  const text = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')
  const { hosts, ...setup } = clientSetup('https://accounts.example.org')
  for (const line of [...Object.values(setup), hosts.slice(0, 5).join(' ')]) {
    assert.ok(text.includes(`\`${line}\``), line)
  }
})
