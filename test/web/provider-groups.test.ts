// Memberships of groups that a provider's claim makes, and ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'
import { comeBack, form, proved, providerOf } from './provider.ts'

const claims = JSON.stringify({
  subject: 'sub',
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
})

const steve = { sub: 'st-1', preferred_username: 'Steve', email: 's@example.org', email_verified: true }

async function createGroups({ context }: RunningService, ...names: string[]) {
  for (const name of names) await createGroup(context, operator, { name })
}

const memberships = ({ context: { db } }: RunningService) =>
  db.query.selectFrom('group_member').select(['group_name', 'provider']).orderBy('group_name').execute()

const groupNames = async (service: RunningService): Promise<string> => {
  const { group_names } = await service.context.db.query
    .selectFrom('account')
    .select('group_names')
    .executeTakeFirstOrThrow()
  return String(group_names)
}

onEveryDatabase('groups of a provider', (start) => {
  test('a map makes memberships at registration and sign-in, and ends its own alone', async (t) => {
    const service = await start()
    await createGroups(service, 'staff', 'builders', 'friends')
    const map = { teacher: 'staff', 'builders/all': 'builders', x: 'nobody' }
    const mock = await providerOf(t, service, { claims, group_map: JSON.stringify(map) })
    const comesBack = async (groups: unknown) => {
      const person = groups === undefined ? steve : { ...steve, groups }
      return comeBack(browserOf(service), mock, person)
    }
    const newcomer = browserOf(service)
    const asked = await comeBack(newcomer, mock, { ...steve, groups: ['teacher', 'x', 'staff', 'friends'] })
    assert.deepEqual(await memberships(service), [])
    const made = await newcomer.send(asked, form, { username: 'Steve', email: 's@example.org' })
    assert.equal(made.path, '/account/play')
    assert.deepEqual(await memberships(service), [{ group_name: 'staff', provider: 'school' }])
    assert.match(await groupNames(service), /staff/)

    const { id } = await service.context.db.query.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const player = await service.stored({ id })
    await addMembers(service.context, operator, 'friends', [player])
    await comesBack(['builders/all', 'teacher'])
    const all = [
      { group_name: 'builders', provider: 'school' },
      { group_name: 'friends', provider: null },
      { group_name: 'staff', provider: 'school' },
    ]
    assert.deepEqual(await memberships(service), all)
    for (const nothing of [undefined, null, 7, {}, [7], Array.from({ length: 501 }, String)]) {
      await comesBack(nothing)
      assert.deepEqual(await memberships(service), all, JSON.stringify(nothing))
    }
    await comesBack('builders/all')
    assert.deepEqual(await memberships(service), all.slice(0, 2))
    assert.doesNotMatch(await groupNames(service), /staff/)
    await addMembers(service.context, operator, 'builders', [player])
    await comesBack([])
    assert.deepEqual(await memberships(service), [
      { group_name: 'builders', provider: null },
      { group_name: 'friends', provider: null },
    ])
    const events = await service.context.db.query.selectFrom('audit_entry').select('event').execute()
    const count = (event: string) => events.filter((one) => one.event === event).length
    assert.deepEqual([count('group.member_added'), count('group.member_removed')], [4, 1])
  })

  test('without a map they are names of groups; unlinking ends them, and linking makes them', async (t) => {
    const service = await start()
    await createGroups(service, 'staff', 'builders')
    const mock = await providerOf(t, service, { claims })
    const browser = browserOf(service)
    await browser.signIn(await service.account())
    const link = async (groups: string[]) => {
      const page = await browser.send(await browser.get('/account/linked'), '/account/linked/with')
      const [, away = ''] = /<p class="lead"><a href="([^"]+)"/.exec(page.text) ?? []
      return browser.get(proved(mock, new URL(away.replaceAll('&amp;', '&')), { sub: 's', groups }))
    }
    await link(['staff', 'Staff', '../x', 'unknown', '__proto__'])
    assert.deepEqual(await memberships(service), [{ group_name: 'staff', provider: 'school' }])
    await browser.send(await browser.get('/account/linked'), '/account/linked/unlink')
    assert.deepEqual(await memberships(service), [])
    assert.doesNotMatch(await groupNames(service), /staff/)
  })

  test('a membership that it no longer says ends for the characters, in the moment of a join', async (t) => {
    const service = await start()
    await createGroups(service, 'staff')
    const mock = await providerOf(t, service, { claims })
    const [account, browser] = [await service.account(), browserOf(service)]
    await browser.signIn(account)
    const page = await browser.send(await browser.get('/account/linked'), '/account/linked/with')
    const [, away = ''] = /<p class="lead"><a href="([^"]+)"/.exec(page.text) ?? []
    await browser.get(proved(mock, new URL(away.replaceAll('&amp;', '&')), { sub: 's', groups: ['staff'] }))
    const anna = await addCharacter(service, account, 'Anna')
    const { root } = await addServer(service.context, operator, { name: 'survival', groups: ['staff'] })
    const accessToken = await service.signIn({ ...account, username: 'Anna' })
    const join = () =>
      service.post('/session/join', { accessToken, selectedProfile: anna.id, serverId: 'hash' })
    const ask = async () =>
      (await service.get(`${new URL(root).pathname}/session/hasJoined?username=Anna&serverId=hash`)).status
    await join()
    assert.equal(await ask(), 200)
    await join()
    await comeBack(browserOf(service), mock, { sub: 's', groups: [] })
    assert.equal(await ask(), 401)
  })
})
