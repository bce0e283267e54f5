// OAuth 2.0 and OpenID Connect, as launchers use them.
import type { Answer } from '../http/exchange.ts'
import { isObject, textAt } from '../json.ts'
import { NotOffered } from '../outcome.ts'
import type { Trial } from '../trial.ts'
import { joinScopes } from '../words/vendor.ts'
import { expect, expectJson } from './answers.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** The address of the discovery document of OpenID Connect. */
export function discoveryUrl({ world: { target } }: Trial): string {
  const named = textAt(target.metadata, 'meta', 'feature.openid_configuration_url')
  const url = target.layout.name === 'authlib-injector' ? named : target.addresses.openid
  if (!url) throw new NotOffered('nothing names an OpenID configuration')
  return url
}

/** The discovery document. */
export async function configuration(trial: Trial): Promise<Answer> {
  const url = discoveryUrl(trial)
  const answer = await trial.send('GET', url)
  if (answer.status === 404 && trial.layout.name !== 'authlib-injector')
    throw new NotOffered(`${url} is not there`)
  expectJson(answer)
  expect(answer, isObject(answer.json), 'an object')
  return answer
}

/** An endpoint that the discovery document names. */
export async function endpoint(trial: Trial, name: string): Promise<string> {
  const url = textAt((await configuration(trial)).json, `${name}_endpoint`)
  if (!url) throw new NotOffered(`the configuration names no ${name}_endpoint`)
  return url
}

export interface Device {
  deviceCode: string
  userCode: string
  clientId: string
  answer: Answer
}

/** Begins a sign-in on a device, with the client that the service shares among launchers. */
export async function startDevice(trial: Trial): Promise<Device> {
  const { json } = await configuration(trial)
  const clientId = textAt(json, 'shared_client_id')
  const url = textAt(json, 'device_authorization_endpoint')
  if (!url || !clientId) throw new NotOffered('no shared_client_id, or no device_authorization_endpoint')
  const offered = (json as { scopes_supported?: unknown }).scopes_supported
  const scopes = Array.isArray(offered)
    ? ['openid', 'offline_access', 'Yggdrasil.PlayerProfiles.Select', ...joinScopes].filter((scope) =>
        offered.includes(scope),
      )
    : ['openid']
  const answer = await trial.send('POST', url, { form: { client_id: clientId, scope: scopes.join(' ') } })
  expectJson(answer)
  return {
    deviceCode: textAt(answer.json, 'device_code') ?? '',
    userCode: textAt(answer.json, 'user_code') ?? '',
    clientId,
    answer,
  }
}

/** Asks for the tokens of a device. */
export async function redeem(trial: Trial, { deviceCode, clientId }: Device): Promise<Answer> {
  const url = await endpoint(trial, 'token')
  return trial.send('POST', url, {
    form: { grant_type: deviceGrant, client_id: clientId, device_code: deviceCode },
  })
}

/** An error of OAuth: status 400 or 401, and its code. */
export function expectOauthError(answer: Answer, ...codes: readonly string[]): void {
  const code = textAt(answer.json, 'error') ?? ''
  const isOne = codes.length === 0 ? code !== '' : codes.includes(code)
  expect(
    answer,
    (answer.status === 400 || answer.status === 401) && isOne,
    `the error ${codes.join(' or ') || 'of RFC 6749'}`,
  )
}
