import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { expect, expectNoSuccess, expectRefusal } from '../../protocol/answers.ts'
import { authenticate, type Session, signIn, validate } from '../../protocol/launcher.ts'
import { join } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { rfc } from '../../words/sources.ts'

const needs = ['account'] as const

interface Token {
  header: Record<string, unknown>
  payload: Record<string, unknown>
  signature: string
}

/** @throws {NotOffered} where the token is not a JWT */
function read({ accessToken }: Session): Token {
  const [header = '', payload = '', signature = ''] = accessToken.split('.')
  try {
    const parsed = [header, payload].map(
      (part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown,
    )
    return { header: parsed[0] as Token['header'], payload: parsed[1] as Token['payload'], signature }
  } catch {
    throw new NotOffered('access tokens are not JWTs')
  }
}

const written = (header: unknown, payload: unknown, signature: string): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`

async function expectForged(trial: Trial, session: Session, accessToken: string): Promise<void> {
  trial.world.client.secrets.add(accessToken)
  expectNoSuccess(await validate(trial, { ...session, accessToken }), 'a refusal by validate')
  expectNoSuccess(
    await join(trial, { ...session, accessToken }, trial.chance.serverId()),
    'a refusal by join',
  )
}

export const forgeries: Check[] = [
  {
    id: 'security.token.none',
    title: 'A token without a signature (alg none) is refused.',
    level: 'must',
    breaks: `${clients.players}: anybody writes a token`,
    source: rfc(8725, '3.1'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const { header, payload } = read(session)
      for (const alg of ['none', 'None'])
        await expectForged(trial, session, written({ ...header, alg }, payload, ''))
    },
  },
  {
    id: 'security.token.changed',
    title: 'A token whose claims were changed is refused.',
    level: 'must',
    breaks: `${clients.players}: anybody writes a token`,
    source: rfc(8725, '3.3'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const { header, payload, signature } = read(session)
      const exp = Number(payload['exp'] ?? 0) + 86_400
      await expectForged(trial, session, written(header, { ...payload, exp, check: true }, signature))
    },
  },
  {
    id: 'security.token.not-shown',
    title: 'Refusals repeat neither token nor password.',
    level: 'must',
    breaks: `${clients.players}: tokens and passwords stand in logs of launchers and proxies`,
    source: 'CWE-209, an error message with sensitive information',
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const password = `wrong-${trial.chance.hex(16)}`
      const answers: [Answer, string][] = [
        [
          await join(trial, { ...session, id: trial.chance.uuid() }, trial.chance.serverId()),
          session.accessToken,
        ],
        [await authenticate(trial, { ...trial.account(), password }), password],
        [await validate(trial, { ...session, clientToken: trial.chance.hex(32) }), session.accessToken],
      ]
      for (const [answer, secret] of answers)
        expect(
          answer,
          !answer.text.includes(secret),
          'a refusal without what was sent',
          'the secret stands in the answer',
        )
    },
  },
  {
    id: 'security.body.large',
    title: 'A body of two megabytes is refused, and the server still answers.',
    level: 'should',
    breaks: 'administrators: some requests fill the memory',
    source: rfc(9110, '15.5.14'),
    async run(trial) {
      const json = { username: trial.chance.name(), password: 'x'.repeat(2 * 1024 * 1024) }
      const answer = await trial.ask('authenticate', { json }).catch((error: unknown) => {
        // A server may close the connection before it has read all of it, and the answer is lost then.
        if (error instanceof Deviation) return undefined
        throw error
      })
      if (answer) expectNoSuccess(answer, 'a refusal, such as 413')
      expectRefusal(
        await validate(trial, { accessToken: trial.chance.hex(32), clientToken: trial.chance.hex(32) }),
      )
    },
  },
  {
    id: 'security.body.deep',
    title: 'JSON that is nested ten thousand times does not cause a server error.',
    level: 'should',
    breaks: 'administrators: one request ends the process',
    source: rfc(8259, '9'),
    async run(trial) {
      const body = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      const answer = await trial.ask('authenticate', {
        body,
        headers: { 'content-type': 'application/json' },
      })
      expectNoSuccess(answer, 'a refusal')
    },
  },
]
