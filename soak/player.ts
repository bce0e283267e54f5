import type { Session } from '../fuzz/browser.ts'
import type { Asking } from './asking.ts'

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

/** Players with these names, whose ids begin with the digit. */
export const playersNamed = (prefix: string, digit: string, count: number): SoakPlayer[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${digit}${index.toString(16).padStart(31, '0')}`,
    username: `${prefix}_${index}`,
    email: `${prefix.toLowerCase()}${index}@example.test`,
    password: 'correct horse',
    token: '',
  }))

export const clientToken = 'soak'

export const bearing = ({ token }: SoakPlayer) => ({ authorization: `Bearer ${token}` })

export async function signIn(asking: Asking, player: SoakPlayer): Promise<void> {
  const { email, password } = player
  // 401: suspended for a moment; 429: over a limit.
  const { status, text } = await asking.post(
    '/auth/authenticate',
    { username: email, password, clientToken },
    200,
    401,
    429,
  )
  player.token = status === 200 ? (JSON.parse(text) as { accessToken: string }).accessToken : ''
}

/** Returns true if the service has taken the join. */
export async function join(asking: Asking, player: SoakPlayer, serverId: string): Promise<boolean> {
  const body = { accessToken: player.token, selectedProfile: player.id, serverId }
  const { status } = await asking.post('/session/join', body, 200, 401)
  if (status !== 200) player.token = ''
  return status === 200
}

export const hasJoined = (username: string, serverId: string): string =>
  `/session/hasJoined?${new URLSearchParams({ username, serverId })}`
