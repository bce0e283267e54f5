import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { Skipped } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import { endpoint } from '../../protocol/oauth.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { rfc } from '../../words/sources.ts'

const needs = ['createClient'] as const
const redirectUri = 'https://app.example.invalid/back'

/** Asks for a code as a browser does, with a client that the adapter makes. */
async function authorize(trial: Trial, changed: Record<string, string | undefined>): Promise<Answer> {
  const made = await trial.world.adapter.createClient?.({ redirectUri })
  if (!made) throw new Skipped('the adapter made no client')
  trial.world.client.secrets.add(made.clientSecret)
  const url = new URL(await endpoint(trial, 'authorization'))
  const parameters = {
    client_id: made.clientId,
    redirect_uri: made.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'check',
    code_challenge: trial.chance.hex(43),
    code_challenge_method: 'S256',
    ...changed,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return trial.send('GET', url.href)
}

/** The answer sends a browser to the address, whatever follows it. */
const leadsTo = ({ headers }: Answer, url: string): boolean => {
  const location = headers['location'] ?? ''
  return location.startsWith(url) && ['', '?', '&', '#'].includes(location.charAt(url.length))
}

export const clientChecks: Check[] = [
  {
    id: 'oauth.authorize.other-redirect',
    title: 'A redirect address that the client did not register is told nothing.',
    level: 'must',
    breaks: `${clients.players}: codes are handed to anybody`,
    source: rfc(9700, '4.1.3'),
    needs,
    async run(trial) {
      for (const other of [
        `${redirectUri}/more`,
        `${redirectUri}/`,
        `${redirectUri}er`,
        `${redirectUri}?a=b`,
        `${redirectUri}/../other`,
        redirectUri.replace('https:', 'http:'),
        redirectUri.replace('/back', '/Back'),
        redirectUri.replace('.invalid/', '.invalid:8443/'),
        redirectUri.replace('.invalid/', '.invalid.example/'),
        redirectUri.replace('//', '//check@'),
        'https://other.example.invalid/back',
      ]) {
        const answer = await authorize(trial, { redirect_uri: other })
        expect(
          answer,
          !leadsTo(answer, other),
          'no redirect to it',
          `Location: ${answer.headers['location']}`,
        )
      }
    },
  },
  {
    id: 'oauth.authorize.other-type',
    title: 'Tokens are not handed out in the address: response_type=token is refused.',
    level: 'should',
    breaks: `${clients.players}: tokens stand in histories and logs`,
    source: rfc(9700, '2.1.2'),
    needs,
    async run(trial) {
      const answer = await authorize(trial, { response_type: 'token' })
      const location = answer.headers['location'] ?? ''
      expect(answer, answer.status >= 400 || location.includes('error='), 'an error', `Location: ${location}`)
    },
  },
]
