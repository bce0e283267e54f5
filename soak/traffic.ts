// Players and game servers do within minutes what takes days.
import { noSession, signInAt } from '../fuzz/browser.ts'
import { Random } from '../fuzz/random.ts'
import type { Asking } from './asking.ts'
import { befriend, report } from './friends.ts'
import type { Neighbour } from './neighbour.ts'
import type { Operator, Places } from './operator.ts'
import { bearing, clientToken, hasJoined, join, type SoakPlayer, signIn } from './player.ts'
import { keepSkins, someSkin } from './wardrobe.ts'

/** The number of players who act at the same time. */
export const lanes = 8

export interface Scene {
  asking: Asking
  players: readonly SoakPlayer[]
  places: Places
  operator: Pick<Operator, 'isMember'>
  neighbour: Neighbour
}

export interface Traffic {
  /** Does one step for one player of this lane, for a stranger, or for a player of the neighbour. */
  step(lane: number): Promise<void>
  /** Answers to members that told their group, and players of the neighbour who were let in. */
  readonly counts: { claims: number; visits: number }
}

interface Deed {
  player: SoakPlayer
  /** The few who may be friends of the player. */
  others: readonly SoakPlayer[]
  random: Random
}

export function trafficOf({ asking, players, places, operator, neighbour }: Scene, seed: number): Traffic {
  let count = 0
  const counts = { claims: 0, visits: 0 }
  const { get, post, ask } = asking

  async function joinAndBeSeen({ player }: Deed): Promise<void> {
    const serverId = `s${++count}`
    if ((await join(asking, player, serverId)) && count % 4 > 0)
      await get(hasJoined(player.username, serverId), 200, 401)
  }

  /** The game server lets in members of a group alone, and is told the groups of those it lets in. */
  async function joinMembers({ player }: Deed): Promise<void> {
    const serverId = `m${++count}`
    const before = operator.isMember(player.id)
    if (!(await join(asking, player, serverId))) return
    const { status, text } = await get(places.members + hasJoined(player.username, serverId), 200, 401)
    if (status !== 200) return
    const { properties } = JSON.parse(text) as { properties: { name: string; value: string }[] }
    const claim = properties.find(({ name }) => name === 'norn_groups')?.value ?? ''
    if (Buffer.from(claim, 'base64').toString().includes('"crew"')) counts.claims++
    else asking.fail('a member was let in, and the claim has no group')
    if (before === false && operator.isMember(player.id) === false)
      asking.fail('a player without a group was let in')
  }

  async function refresh({ player }: Deed): Promise<void> {
    const body = { accessToken: player.token, clientToken }
    const { status, text } = await post('/auth/refresh', body, 200, 401)
    player.token = status === 200 ? (JSON.parse(text) as { accessToken: string }).accessToken : ''
  }

  async function invalidate({ player }: Deed): Promise<void> {
    await post('/auth/invalidate', { accessToken: player.token, clientToken }, 200)
    player.token = ''
  }

  async function upload({ player, random }: Deed): Promise<void> {
    const body = new FormData()
    body.append('file', someSkin(random))
    const path = `/authlib-injector/api/user/profile/${player.id}/skin`
    await ask('PUT', path, { body, headers: bearing(player) }, [204, 401, 429])
  }

  /** Views a page as whichever player is signed in there, or first signs in or out. */
  async function visitPages({ player, random }: Deed): Promise<void> {
    if (!player.session?.cookie) {
      // It takes three requests.
      for (let request = 0; request < 3; request++) await asking.turn()
      player.session = await signInAt(Number(new URL(asking.root).port), player.email, player.password)
      return
    }
    const { cookie, csrf } = player.session
    const headers = { cookie }
    if (random.chance(0.1)) {
      const body = new URLSearchParams({ csrf })
      await ask('POST', '/sign-out', { headers, redirect: 'manual', body }, [303, 403])
      player.session = noSession
      return
    }
    const path = random.pick([
      '/',
      '/account',
      '/account/play',
      '/account/security/totp',
      '/account/devices',
      '/account/export',
    ])
    // A suspension that ended the session leads to the sign-in page.
    const asBrowser = { headers: { accept: 'text/html', ...headers }, redirect: 'manual' } as const
    const { status } = await ask('GET', path, asBrowser, [200, 303])
    if (status === 303) player.session = noSession
  }

  async function guess({ random }: Deed): Promise<void> {
    const body = { username: `nobody${random.below(500)}`, password: 'wrong', clientToken }
    await post('/auth/authenticate', body, 401, 429)
  }

  const someNames = players.slice(0, 10).map(({ username }) => username)
  const certificates = '/authlib-injector/minecraftservices/player/certificates'

  /** Each with its share in hundredths. */
  const deeds: readonly [share: number, (deed: Deed) => Promise<unknown>][] = [
    [3, guess],
    [3, ({ player }) => signIn(asking, player)],
    [7, refresh],
    [20, joinAndBeSeen],
    [6, joinMembers],
    [
      5,
      async () => {
        if (await neighbour.visit(asking, places.visitors, ++count)) counts.visits++
      },
    ],
    [8, ({ player }) => post('/auth/validate', { accessToken: player.token }, 200, 401)],
    [10, ({ player, random }) => get(`/session/profile/${player.id}?unsigned=${random.chance(0.5)}`, 200)],
    [12, ({ player }) => get(`/api/users/profiles/game/${player.username}`, 200)],
    [7, () => post('/api/profiles/game', someNames, 200)],
    [3, ({ player }) => get(`/skinsystem/face/${player.username}`, 200, 404, 429)],
    [1, ({ player }) => get(`/skinsystem/textures/${player.username}`, 200, 204)],
    [2, upload],
    [3, ({ player, random }) => keepSkins(asking, player, random)],
    [1, ({ player }) => ask('POST', certificates, { headers: bearing(player) }, [200, 401, 429])],
    [2, ({ player, others, random }) => befriend(asking, player, others, random)],
    [3, ({ player, random }) => report(asking, player, random)],
    [2, invalidate],
    [2, visitPages],
  ]

  return {
    counts,
    async step(lane) {
      const random = new Random(seed, ++count * 64 + lane)
      // Each player belongs to one lane, so that no two requests refresh the same token.
      const own = players.filter((_, index) => index % lanes === lane)
      const at = random.below(own.length)
      const player = own[at] as SoakPlayer
      if (player.token === '') await signIn(asking, player)
      if (player.token === '') return
      const others = [1, 2, 3].map((more) => own[(at + more) % own.length] as SoakPlayer)
      let drawn = random.below(100)
      for (const [share, deed] of deeds) {
        if (drawn < share) {
          await deed({ player, others, random })
          return
        }
        drawn -= share
      }
    },
  }
}
