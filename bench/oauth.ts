// Players who signed in with OAuth 2.0, and devices that wait for a sign-in.
import { createHash } from 'node:crypto'
import { browserOf } from '../test/web/browser.ts'
import { type Player, password } from './players.ts'

/** A network may begin 60 at once, all runs together (docs/protocol/oauth2.md, O2). */
const deviceCount = 10

export const redirectUri = 'http://127.0.0.1/back'
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const verifier = 'a'.repeat(43)

interface Tokens {
  access_token: string
  refresh_token: string
}

async function post<Body>(port: number, path: string, fields: Record<string, string>): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Body
}

/**
 * Gets tokens for each player through the pages, as a browser does, and a waiting device for some of them.
 */
export async function signInByPages(port: number, clientId: string, players: Player[]): Promise<void> {
  const devices = await Promise.all(
    players
      .slice(0, deviceCount)
      .map(() =>
        post<{ device_code: string }>(port, '/oauth2/device_authorization', { client_id: clientId }),
      ),
  )
  const queue = players.entries()
  const one = async () => {
    for (const [index, player] of queue) {
      const { access_token, refresh_token } = await tokensOf(port, clientId, player)
      const deviceCode = devices[index % devices.length]?.device_code ?? ''
      player.oauth = { clientId, accessToken: access_token, refreshToken: refresh_token, deviceCode }
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

async function tokensOf(port: number, clientId: string, { username }: Player): Promise<Tokens> {
  const browser = browserOf(serviceAt(port))
  await browser.signIn({ username, password })
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid offline_access game_server_session',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const consent = await browser.get(`/oauth2/authorize?${asked}`)
  const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
  const code = sentTo?.searchParams.get('code')
  if (!code) throw new Error(`${username} was given no code: ${consent.status} ${consent.heading}`)
  const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code }
  return post(port, '/oauth2/token', { ...grant, code_verifier: verifier })
}

function serviceAt(port: number) {
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    context: { baseUrl: () => baseUrl },
    request: async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init })
      const { status, headers } = answer
      return { status, headers, text: await answer.text(), json: undefined }
    },
  }
}
