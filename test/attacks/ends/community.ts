// Roles, groups and friends, and what belongs to the service: tokens, invites, applications, providers, servers.
import { grantRole, ungrantRole } from '../../../src/domain/accounts/roles.ts'
import { createGroup, deleteGroup } from '../../../src/domain/community/groups.ts'
import { removeMembers } from '../../../src/domain/community/members.ts'
import { removeServer } from '../../../src/domain/community/removed-servers.ts'
import { rotateServer } from '../../../src/domain/community/server-keys.ts'
import { addServer, pauseServer } from '../../../src/domain/community/servers.ts'
import { blockPlayer } from '../../../src/domain/friends/blocks.ts'
import { addFriend, removeFriend } from '../../../src/domain/friends/change.ts'
import { changeFriendsPreferences } from '../../../src/domain/friends/preferences.ts'
import { linkIdentity } from '../../../src/domain/identities/link.ts'
import { pauseNeighbour, removeNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { renewSecret } from '../../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../../src/domain/oauth/deleted-clients.ts'
import { removeProvider } from '../../../src/domain/providers/providers.ts'
import { createInvite, revokeInvite } from '../../../src/domain/registration/invites.ts'
import { createApiToken, revokeApiToken } from '../../../src/domain/tokens/api-tokens.ts'
import { dayMs } from '../../../src/lib/measure/units.ts'
import { operator } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { comeBack, providerOf } from '../../web/provider.ts'
import { application, post } from '../../wire/oauth2/oauth.ts'
import { neighbour } from './linked.ts'
import { signedIn, type Walk, walk } from './walk.ts'

let number = 0

const role = walk(
  async ({ service }) => {
    const { account, browser } = await signedIn(service)
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    return { account, works: async () => (await browser.get('/admin/settings')).status === 200 }
  },
  {
    'taking it away': async ({ service }, { account }) =>
      ungrantRole(service.context, operator, await service.stored(account), 'admin'),
  },
)

const claims = JSON.stringify({
  subject: 'sub',
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
})

const membership = walk(
  async ({ t, service }) => {
    const { context } = service
    const owner = await signedIn(service)
    const group = `builders${++number}`
    await createGroup(context, operator, { name: group })
    const name = `guild${number}`
    const mock = await providerOf(t, service, { name, claims })
    const person = { sub: `s-${number}`, groups: [group] }
    const { root } = await addServer(context, operator, { name: `site${number}`, groups: [group] })
    const accessToken = await service.signIn(owner.account)
    const identity = { subject: person.sub, isEmailVerified: false, groups: [group] }
    await linkIdentity(context, owner.by, owner.account, { provider: { name }, identity })
    const again = (groups: readonly string[]) =>
      comeBack(browserOf(service), mock, { ...person, groups }, `/sign-in/with/${name}`)
    await again([group])
    let joins = 0
    return {
      ...owner,
      group,
      name,
      again,
      works: async () => {
        const serverId = `builders-${number}-${++joins}`
        await service.post('/session/join', { accessToken, selectedProfile: owner.account.id, serverId })
        const asked = `/session/hasJoined?username=${owner.account.username}&serverId=${serverId}`
        return (await service.get(`${new URL(root).pathname}${asked}`)).status === 200
      },
    }
  },
  {
    'a provider that no longer says so, at a sign-in or to a bot that is asked every six hours': (
      _,
      { again },
    ) => again([]),
    'the account at that provider': async (_, { browser, name }) =>
      browser.send(await browser.get('/account/linked'), '/account/linked/unlink', { provider: name }),
    'removing the member': ({ service }, { account, group }) =>
      removeMembers(service.context, operator, group, [account]),
    'deleting the group': ({ service }, { group }) => deleteGroup(service.context, operator, group),
  },
)

const friendship = walk(
  async ({ service }) => {
    const { context } = service
    const [one, other] = [await service.account(), await service.account()]
    await addFriend(context, { id: one.id, address: '::1' }, other.id)
    await addFriend(context, { id: other.id, address: '::1' }, one.id)
    const [sees, plays] = [await service.signIn(one), await service.signIn(other)]
    const report = (token: string) =>
      service.post(
        '/authlib-injector/minecraftservices/presence',
        { status: 'ONLINE' },
        {
          headers: { authorization: `Bearer ${token}` },
        },
      )
    await report(plays)
    const player = other.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return { one, other, works: async () => (await report(sees)).text.includes(player) }
  },
  {
    'the list turned off': ({ service }, { other }) =>
      changeFriendsPreferences(service.context, other, { friends: false }),
    'ending it': ({ service }, { one, other }) => removeFriend(service.context, other.id, one.id),
    blocking: ({ service }, { one, other }) => blockPlayer(service.context, other.id, one.id),
  },
)

const apiToken = walk(
  async ({ service }) => {
    const { token, apiToken: made } = await createApiToken(service.context, operator, {
      name: `bot-${++number}`,
      readOnly: true,
      expiresAt: service.now() + dayMs,
    })
    const headers = { authorization: `Bearer ${token}` }
    return {
      id: made.id,
      works: async () => (await service.get('/api/v1/accounts', { headers })).status === 200,
    }
  },
  {
    'the time that it was given': async ({ service }) => service.advance(dayMs),
    'revoking it': ({ service }, { id }) => revokeApiToken(service.context, operator, id),
  },
)

const invite = walk(
  async ({ service }) => {
    const { code } = await createInvite(service.context, operator, {
      uses: 1,
      expiresAt: service.now() + 2 * dayMs,
    })
    const username = `Invited_${++number}`
    const register = (browser = browserOf(service)) =>
      browser.get(`/register?invite=${code}`).then((page) =>
        browser.send(page, '/register', {
          username,
          email: `${username}@example.test`,
          password: 'a sentence to remember',
          invite: code,
        }),
      )
    return {
      code,
      register,
      works: async () => (await browserOf(service).get(`/register?invite=${code}`)).status === 200,
    }
  },
  {
    'its last use': (_, { register }) => register(),
    'the time that it was given': async ({ service }) => service.advance(2 * dayMs),
    'revoking it': ({ service }, { code }) => revokeInvite(service.context, operator, code),
  },
)

const secret = walk(
  async ({ service }) => {
    const app = await application(service)
    const asked = { grant_type: 'client_credentials' }
    return {
      app,
      works: async () => (await post(service, '/oauth2/token', asked, app.headers)).status === 200,
    }
  },
  {
    'renewing it': ({ service }, { app }) => renewSecret(service.context, operator, app.id),
    'deleting the application': ({ service }, { app }) => deleteClient(service.context, operator, app.id),
  },
)

const provider = walk(
  async ({ t, service }) => {
    const name = `provider${++number}`
    const mock = await providerOf(t, service, { name })
    return {
      name,
      works: async () =>
        (
          await comeBack(browserOf(service), mock, { sub: `n-${number}` }, `/sign-in/with/${name}`).catch(
            () => undefined,
          )
        )?.heading === 'Choose a username',
    }
  },
  { 'removing it': ({ service }, { name }) => removeProvider(service.context, operator, name) },
)

const neighbours = walk(
  async (world) => {
    const there = await neighbour(world)
    await setNeighbour(world.service.context, operator, there.id, { who: 'everyone' })
    return { ...there, works: there.joins }
  },
  {
    'pausing it, at once': ({ service }, { id }) => pauseNeighbour(service.context, operator, id, true),
    'removing it': ({ service }, { id }) => removeNeighbour(service.context, operator, id),
  },
)

const root = walk(
  async ({ service }) => {
    const name = `server${++number}`
    const { root: at } = await addServer(service.context, operator, { name })
    const account = await service.account()
    const accessToken = await service.signIn(account)
    let joins = 0
    return {
      name,
      works: async () => {
        const serverId = `${name}-${++joins}`
        await service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })
        const asked = `/session/hasJoined?username=${account.username}&serverId=${serverId}`
        return (await service.get(`${new URL(at).pathname}${asked}`)).status === 200
      },
    }
  },
  {
    'pausing the server, at once': ({ service }, { name }) =>
      pauseServer(service.context, operator, name, true),
    'rotating it': async ({ service }, { name }) => {
      await rotateServer(service.context, operator, name)
      service.advance(dayMs)
    },
    'removing the server': ({ service }, { name }) => removeServer(service.context, operator, name),
  },
)

export const community: Readonly<Record<string, Walk>> = {
  role,
  'membership of a group': membership,
  'friendship, which shows what the other plays': friendship,
  'API token': apiToken,
  invite,
  'secret of an application': secret,
  'provider of sign-ins, and its client': provider,
  'neighbour, and its client': neighbours,
  'root of a game server': root,
}
