// GET /account, and the list of pages next to every account and admin page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer, pauseServer } from '../../src/domain/community/servers.ts'
import { addFriend, removeFriend } from '../../src/domain/friends/change.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { friendRequestMs } from '../../src/model/game/friends.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { totpCode } from '../totp.ts'
import { browserOf, type PageView } from './browser.ts'

const headings = [
  'Play',
  'Skin and cape',
  'Wardrobe',
  'Username',
  'Language',
  'E-mail',
  'Password',
  'Security',
  'Devices',
  'App passwords',
  'Servers',
  'Friends',
  'Applications',
  'Linked accounts',
  'Your reports',
  'Export my data',
  'Delete account',
]

/** The labels of the links to the other pages, and of the current page. */
function listOf({ text }: PageView) {
  const [, list = ''] = /<nav class="sections[^>]*>(.*?)<\/nav>/s.exec(text) ?? []
  const links = [...list.matchAll(/<a [^>]*>.*?<\/svg>([^<]+)<\/a>/gs)].map(([, name = '']) => name)
  const [, here] = /aria-current="page">.*?<\/svg>([^<]+)</s.exec(list) ?? []
  return { links, here }
}

/** The names of the groups of that list. */
const groupsOf = ({ text }: PageView): string[] =>
  [...text.matchAll(/<li class="group"><b>([^<]*)</g)].map(([, name = '']) => name)

onEveryDatabase('the home page of an account', (start, shared) => {
  test('shows the face, name, UUID, email and devices, and problems that need attention', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const page = await browser.signIn(account)
    assert.equal(page.heading, 'Account')
    assert.ok(page.text.includes(`<h2>${account.username}</h2>`))
    const hyphenated = account.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    assert.ok(page.text.includes(`<code>${hyphenated}</code>`))
    assert.ok(page.text.includes(`<dt>E-mail</dt><dd>${account.email}</dd>`))
    assert.match(page.text, /<dt>Two-factor sign-in<\/dt><dd>off<\/dd>/)
    assert.match(page.text, /<li><b>node<\/b> <span><time datetime="[^"]+" data-ago>/)
    assert.match(page.text, /Your password is all that protects this account\./)
    const pictures = [...page.text.matchAll(/src="(\/skinsystem\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.deepEqual(pictures, [
      `/skinsystem/face/${account.id}.png?size=56`,
      `/skinsystem/bust/${account.id}.png?size=256`,
    ])
    for (const path of pictures) assert.equal((await service.get(path)).status, 200, path)
  })

  test('lists the servers that the player can join, with their addresses', async () => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    const stranger = await service.account()
    await createGroup(context, operator, { name: 'builders' })
    await addMembers(context, operator, 'builders', [await service.stored(account)])
    await addServer(context, operator, { name: 'a', title: 'Survival', address: 'play.example.test' })
    await addServer(context, operator, {
      name: 'b',
      title: '<b>Creative',
      address: 'build.example.test:25566',
      groups: ['builders'],
    })
    await addServer(context, operator, { name: 'c', title: 'Quiet' })
    await addServer(context, operator, { name: 'd', title: 'Paused', address: 'paused.example.test' })
    await pauseServer(context, operator, 'd', true)
    const cardOf = ({ text }: PageView) => {
      const [, list = ''] = /<h2>Servers<\/h2>.*?<ul class="plain">(.*?)<\/ul>/s.exec(text) ?? []
      return list.trim().split(/\s*\n/)
    }
    const survival = '<li><b>Survival</b> <code>play.example.test</code></li>'
    const quiet = '<li><b>Quiet</b> </li>'
    const creative = '<li><b>&lt;b&gt;Creative</b> <code>build.example.test:25566</code></li>'
    const browser = browserOf(service)
    assert.deepEqual(cardOf(await browser.signIn(account)), [creative, quiet, survival])
    assert.deepEqual(cardOf(await browserOf(service).signIn(stranger)), [quiet, survival])

    const { text } = await browser.get('/account/servers')
    const copied = [...text.matchAll(/<div class="line" data-copy="Copy"[^>]*><code>([^<]*)<\/code>/g)]
    assert.deepEqual(
      copied.map(([, address]) => address),
      ['build.example.test:25566', 'play.example.test'],
    )
  })

  test('shows no warning for an account with two factors', async () => {
    const service = await shared()
    const account = await service.account()
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const browser = browserOf(service)
    const asked = await browser.signIn(account)
    const page = await browser.send(asked, '/sign-in/code', { code: totpCode(secret, service.now()) })
    assert.match(page.text, /<dt>Two-factor sign-in<\/dt><dd>on, 0 recovery codes left<\/dd>/)
    assert.match(page.text, /You have 0 recovery codes left\./)
    assert.doesNotMatch(page.text, /Your password is all/)
  })

  test('every account page lists the other pages once and marks the current one', async () => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const account = await service.account()
    const browser = browserOf(service)
    const home = listOf(await browser.signIn(account))
    assert.deepEqual(home, { links: ['Overview', ...headings], here: 'Overview' })
    const groups = ['Profile', 'Sign-in', 'Connections', 'Data']
    assert.deepEqual(groupsOf(await browser.get('/account')), groups)
    const paths =
      'play skin wardrobe username language email password security devices app-passwords servers friends applications linked reports export delete'
    for (const [at, name] of paths.split(' ').entries()) {
      const page = await browser.get(`/account/${name}`)
      assert.deepEqual([page.heading, listOf(page)], [headings[at], { ...home, here: headings[at] }])
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(page.text) ?? []
      const own = name === 'play' ? 2 : 1
      assert.equal(main.match(new RegExp(`<a [^>]*href="/account/${name}"`, 'g'))?.length, own, name)
    }
    assert.equal(listOf(await browser.get('/device')).links.length, 0)
  })

  test('the link to friends has the number of requests, also in words, and that of a character', async () => {
    const service = await start({ NORN_CHARACTERS: '2' })
    const account = await service.account({ language: 'fr' })
    const child = await addCharacter(service, account, 'Child')
    const browser = browserOf(service)
    await browser.signIn(account)
    const linkTo = async (page: string, path: string) => {
      const { text } = await browser.get(page)
      const [link] = new RegExp(`<a href="${path.replace('?', '[?]')}".*?</a>`, 's').exec(text) ?? []
      return link?.replace(/<svg.*<\/svg>/s, '')
    }
    const ask = async ({ id }: { id: string }) =>
      addFriend(service.context, { id: (await service.account()).id, address: '192.0.2.1' }, id)
    const own = () => linkTo('/account', '/account/friends')
    const ofChild = () => linkTo(`/account/characters/${child.id}`, `/account/friends?for=${child.id}`)
    assert.equal(await own(), '<a href="/account/friends">Amis</a>')
    assert.equal(await ofChild(), `<a href="/account/friends?for=${child.id}">Amis</a>`)
    await ask(account)
    await ask(child)
    await ask(child)
    const badge = (count: number) => `Amis <span class="badge" aria-hidden="true">${count}</span></a>`
    assert.equal(await own(), `<a href="/account/friends" aria-label="Amis\u00a0: 1 demande">${badge(1)}`)
    assert.equal(
      await ofChild(),
      `<a href="/account/friends?for=${child.id}" aria-label="Amis\u00a0: 2 demandes">${badge(2)}`,
    )
    assert.ok(!(await browser.get('/account/skin')).text.includes('badge'), 'on the first page alone')
    const again = await service.account()
    const asking = { id: again.id, address: '192.0.2.1' }
    await addFriend(service.context, asking, account.id)
    await removeFriend(service.context, account.id, again.id)
    await addFriend(service.context, asking, account.id)
    assert.match((await own()) ?? '', />1<[/]span>/, 'a declined player who asks again is not counted')
    service.advance(friendRequestMs)
    await browser.signIn(account)
    assert.equal(await own(), '<a href="/account/friends">Amis</a>', 'requests have ended')
  })

  test('linked accounts are listed only where players of neighbours may come', async () => {
    const isListed = async (settings: Record<string, string>) => {
      const service = await start(settings)
      const browser = browserOf(service)
      const { links } = listOf(await browser.signIn(await service.account()))
      const here = await browser.get('/account/linked')
      assert.deepEqual(
        [here.status, here.heading, listOf(here).here],
        [200, 'Linked accounts', 'Linked accounts'],
      )
      return links.includes('Linked accounts')
    }
    assert.equal(await isListed({}), false)
    assert.equal(await isListed({ NORN_NEIGHBOURS: 'watch' }), true)
    assert.equal(await isListed({ NORN_NEIGHBOURS: 'on' }), true)
  })

  test('administrators and moderators see the pages of their role', async () => {
    const service = await shared()
    const listFor = async (role: 'admin' | 'moderator') => {
      const account = await service.account()
      await grantRole(service.context, operator, await service.stored(account), role)
      const page = await browserOf(service).signIn(account, '/admin/audit')
      return { ...listOf(page), groups: groupsOf(page) }
    }
    const [audit, reports, why] = ['Audit log', 'Reports', 'Why can’t somebody join?']
    const forModerators = ['Overview', 'Figures', 'Accounts', 'Visitors', why, reports, audit]
    assert.deepEqual(await listFor('moderator'), {
      links: forModerators,
      here: audit,
      groups: ['Players', 'Moderation'],
    })
    const players = [
      'Overview',
      'Figures',
      'Accounts',
      'Visitors',
      'Groups',
      'Invites',
      why,
      reports,
      audit,
      'Bans',
    ]
    const others = ['Game servers', 'Neighbours', 'Sign-in by others', 'Applications']
    const links = [...players, ...others, 'Settings', 'Keys', 'API tokens', 'Webhooks']
    assert.deepEqual(await listFor('admin'), {
      links,
      here: audit,
      groups: ['Players', 'Moderation', 'Connections', 'Service'],
    })
  })
})
