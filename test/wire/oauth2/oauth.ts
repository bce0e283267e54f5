// Requests of OAuth clients, by hand: forms, and their answers.
import { createHash } from 'node:crypto'
import { createClient } from '../../../src/domain/oauth/clients.ts'
import { allowDevice, waitingDevice } from '../../../src/domain/oauth/devices.ts'
import { type Answer, operator, type RunningService } from '../../service.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Posts a form, as every route below /oauth2 requires. */
export const post = (
  service: RunningService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> => service.request(path, { method: 'POST', body: new URLSearchParams(fields), headers })

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  scope: string
  expires_in: number
  token_type: string
}

/** Starts a device sign-in. */
export async function startDevice(
  service: RunningService,
  scope: string,
  clientId = 'launchers',
): Promise<{ device_code: string; user_code: string }> {
  const answer = await post(service, '/oauth2/device_authorization', { client_id: clientId, scope })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json
}

/**
 * Does what the page does after a signed-in player has pressed "Allow", with a choice of the player or without. Of a
 * character, its account is signed in and has chosen it.
 */
export async function allow(
  service: RunningService,
  account: { id: string },
  userCode: string,
  player: { id: string } = account,
): Promise<void> {
  const { context } = service
  const device = await waitingDevice(context, userCode)
  const { ownerId = account.id } = await service.stored(account)
  await allowDevice(context, device, await service.stored({ id: ownerId }), {
    player,
    signedInAt: service.now(),
    address: '192.0.2.7',
  })
}

export const redeem = (service: RunningService, deviceCode: string, clientId = 'launchers') =>
  post(service, '/oauth2/token', { grant_type: deviceGrant, client_id: clientId, device_code: deviceCode })

export const refresh = (service: RunningService, refreshToken: string, clientId = 'launchers') =>
  post(service, '/oauth2/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })

/** A complete device sign-in of a player, whose account it is that allows it. */
export async function deviceTokens(
  service: RunningService,
  account: { id: string },
  scope = 'openid offline_access game_server_session',
): Promise<Tokens> {
  const { device_code, user_code } = await startDevice(service, scope)
  const { ownerId = account.id } = await service.stored(account)
  await allow(service, { id: ownerId }, user_code, account)
  const answer = await redeem(service, device_code)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json
}

/** An application, as an operator registers it. */
export async function application(
  service: RunningService,
  { isPublic = false, redirectUri = 'https://app.example.test/back', name = 'A web site' } = {},
) {
  const { client, secret = '' } = await createClient(service.context, operator, {
    client_name: name,
    redirect_uris: [redirectUri],
    public: isPublic,
  })
  const basic = Buffer.from(`${client.clientId}:${secret}`).toString('base64')
  const headers: Record<string, string> = isPublic ? {} : { authorization: `Basic ${basic}` }
  return { id: client.clientId, name, redirectUri, secret, headers, isPublic }
}

export type TestApplication = Awaited<ReturnType<typeof application>>

export const verifier = 'a'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** The URL to which an application sends the browser; undefined omits a parameter. */
export function authorizePath(
  { id, redirectUri }: Pick<TestApplication, 'id' | 'redirectUri'>,
  others: Record<string, string | undefined> = {},
): string {
  const asked = {
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'st',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...others,
  }
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) sent.set(name, value)
  return `/oauth2/authorize?${sent.toString()}`
}

export const redeemCode = (
  service: RunningService,
  { id, redirectUri, headers, isPublic }: TestApplication,
  code: string,
  others: Record<string, string> = {},
) =>
  post(
    service,
    '/oauth2/token',
    {
      grant_type: 'authorization_code',
      ...(isPublic && { client_id: id }),
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      ...others,
    },
    headers,
  )
