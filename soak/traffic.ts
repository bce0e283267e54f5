// What players, game servers and operators do in days, within minutes.
import { noSession, type Session, signInAt } from '../fuzz/browser.ts'
import { Random } from '../fuzz/random.ts'
import { makePng, noise } from '../test/png.ts'

export interface SoakPlayer {
  id: string
  username: string
  email: string
  password: string
  /** Empty while signed out. */
  token: string
  /** The player's browser session. */
  session?: Session
}

export interface Traffic {
  /** Does one step for one player of this lane, or for a stranger. */
  step(lane: number): Promise<void>
  /** Returns the milliseconds of each answer since the last call. */
  takeTimes(): number[]
  /** Unexpected answers, with their counts. */
  readonly failures: Map<string, number>
}

const clientToken = 'soak'

export function trafficOf(port: () => number, players: readonly SoakPlayer[], seed: number): Traffic {
  let times: number[] = []
  let count = 0
  const failures = new Map<string, number>()

  async function ask(method: string, path: string, init: RequestInit, allowed: readonly number[]) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`, { method, ...init })
    const text = await answer.text()
    times.push(performance.now() - began)
    if (!allowed.includes(answer.status)) {
      const what = `${method} ${path.replaceAll(/[0-9a-f]{32,}|Soak_\d+/g, '…').replace(/\?.*/, '')}: ${answer.status}`
      failures.set(what, (failures.get(what) ?? 0) + 1)
    }
    return { status: answer.status, text }
  }
  const post = (path: string, body: object, ...allowed: number[]) =>
    ask('POST', path, { body: JSON.stringify(body) }, allowed)
  const get = (path: string, ...allowed: number[]) => ask('GET', path, {}, allowed)
  const bearing = (player: SoakPlayer) => ({ authorization: `Bearer ${player.token}` })

  async function signIn(player: SoakPlayer): Promise<void> {
    const { email, password } = player
    // 401: suspended for a moment; 429: over a limit.
    const { status, text } = await post(
      '/auth/authenticate',
      { username: email, password, clientToken },
      200,
      401,
      429,
    )
    player.token = status === 200 ? (JSON.parse(text) as { accessToken: string }).accessToken : ''
  }

  async function joinAndBeSeen(player: SoakPlayer): Promise<void> {
    const serverId = `s${++count}`
    const { id, token, username } = player
    const { status } = await post(
      '/session/join',
      { accessToken: token, selectedProfile: id, serverId },
      200,
      401,
    )
    if (status !== 200) player.token = ''
    else if (count % 4 > 0)
      await get(`/session/hasJoined?username=${username}&serverId=${serverId}`, 200, 401)
  }

  async function refresh(player: SoakPlayer): Promise<void> {
    const { status, text } = await post('/auth/refresh', { accessToken: player.token, clientToken }, 200, 401)
    player.token = status === 200 ? (JSON.parse(text) as { accessToken: string }).accessToken : ''
  }

  async function upload(player: SoakPlayer): Promise<void> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(++count % 200)))]))
    const path = `/authlib-injector/api/user/profile/${player.id}/skin`
    await ask('PUT', path, { body, headers: bearing(player) }, [204, 401, 429])
  }

  /** Views a page as whichever player is signed in there, or first signs in or out. */
  async function visit(player: SoakPlayer, random: Random): Promise<void> {
    if (!player.session?.cookie) {
      player.session = await signInAt(port(), player.email, player.password)
      return
    }
    const { cookie, csrf } = player.session
    const headers = { cookie }
    if (random.chance(0.1)) {
      await ask(
        'POST',
        '/sign-out',
        { headers, redirect: 'manual', body: new URLSearchParams({ csrf }) },
        [303, 403],
      )
      player.session = noSession
      return
    }
    const path = random.pick([
      '/',
      '/account',
      '/account/security/totp',
      '/account/devices',
      '/account/export',
    ])
    // A suspension that ended the session leads to the sign-in page.
    const asBrowser = { headers: { accept: 'text/html', ...headers }, redirect: 'manual' } as const
    const { status } = await ask('GET', path, asBrowser, [200, 303])
    if (status === 303) player.session = noSession
  }

  const wrong = (random: Random) =>
    post(
      '/auth/authenticate',
      { username: `nobody${random.below(500)}`, password: 'wrong', clientToken },
      401,
      429,
    )

  return {
    failures,
    takeTimes: () => times.splice(0),
    async step(lane) {
      const random = new Random(seed, ++count * 64 + lane)
      // Each player belongs to one lane, so that no two requests refresh the same token.
      const own = players.filter((_, index) => index % lanes === lane)
      const player = random.pick(own)
      if (player.token === '') await signIn(player)
      if (player.token === '') return
      const kind = random.below(100)
      if (kind < 4) await wrong(random)
      else if (kind < 7) await signIn(player)
      else if (kind < 15) await refresh(player)
      else if (kind < 40) await joinAndBeSeen(player)
      else if (kind < 50) await post('/auth/validate', { accessToken: player.token }, 200, 401)
      else if (kind < 62) await get(`/session/profile/${player.id}?unsigned=${random.chance(0.5)}`, 200)
      else if (kind < 78) await get(`/api/users/profiles/game/${player.username}`, 200)
      else if (kind < 88)
        await post(
          '/api/profiles/game',
          players.slice(0, 10).map(({ username }) => username),
          200,
        )
      else if (kind < 92) await get(`/skinsystem/face/${player.username}`, 200, 404, 429)
      else if (kind < 94) await upload(player)
      else if (kind < 95) {
        const path = '/authlib-injector/minecraftservices/player/certificates'
        await ask('POST', path, { headers: bearing(player) }, [200, 401, 429])
      } else if (kind < 97) {
        await post('/auth/invalidate', { accessToken: player.token, clientToken }, 200)
        player.token = ''
      } else if (kind < 99) await visit(player, random)
      else await get(`/skinsystem/textures/${player.username}`, 200, 204)
    },
  }
}

/** The number of players who act at the same time. */
export const lanes = 8
