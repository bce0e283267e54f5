import type { Check } from '../../check.ts'
import { expect, expectEmpty, expectNoSuccess, expectRefusal, expectTold } from '../../protocol/answers.ts'
import { refresh, validate } from '../../protocol/launcher.ts'
import { expectNotJoined, hasJoined, join } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference, seen } from '../../words/sources.ts'

const rubbish = (trial: Trial) => ({ accessToken: trial.chance.hex(32), clientToken: trial.chance.hex(32) })

/** Tokens of each form that tokens have, one of them an unsigned JWT: {"alg":"none"} and {"sub":"x"}. */
const madeUp = (trial: Trial) =>
  [trial.chance.hex(32), trial.chance.hex(200), 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', ''].map(
    (accessToken) => ({ accessToken, clientToken: trial.chance.hex(32) }),
  )

export const tokens: Check[] = [
  {
    id: 'probe.token.validate',
    title: 'validate refuses a token that does not exist.',
    level: 'must',
    breaks: `${clients.everybody}: players start the game and cannot join`,
    source: injectorSpec('Validate Token'),
    async run(trial) {
      for (const tokens of madeUp(trial)) expectTold(await validate(trial, tokens))
    },
  },
  {
    id: 'probe.token.refresh',
    title: 'refresh refuses a token that does not exist.',
    level: 'must',
    breaks: `${clients.everybody}: anybody is let in`,
    source: injectorSpec('Refresh'),
    async run(trial) {
      for (const tokens of madeUp(trial)) expectTold(await refresh(trial, tokens))
    },
  },
  {
    id: 'probe.token.invalidate',
    title: 'invalidate answers a success for a token that does not exist.',
    level: 'should',
    mustIn: ['authlib-injector', 'native'],
    breaks: 'launchers that keep an account in their list until signing out has succeeded',
    source: `${injectorSpec('Revoke Token')}; ${reference('yggdrasil', 'L7')}`,
    async run(trial) {
      expectEmpty(await trial.ask('invalidate', { json: rubbish(trial) }))
    },
  },
  {
    id: 'probe.token.join',
    title: 'join refuses a token that does not exist, with a body.',
    level: 'must',
    breaks: `${clients.everybody}: anybody joins; an empty answer is shown as "servers are down"`,
    source: injectorSpec('Client Joins Server'),
    async run(trial) {
      for (const { accessToken } of madeUp(trial))
        expectTold(await join(trial, { accessToken, id: trial.chance.uuid() }, trial.chance.serverId()))
    },
  },
  {
    id: 'probe.token.text',
    title: 'Refusals of a token have error and errorMessage.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players}: launchers and games show errorMessage, and show nothing where it is missing`,
    source: injectorSpec('Error Message Format'),
    async run(trial) {
      expectRefusal(
        await join(trial, { ...rubbish(trial), id: trial.chance.uuid() }, trial.chance.serverId()),
      )
      expectRefusal(await validate(trial, rubbish(trial)))
      expectRefusal(await refresh(trial, rubbish(trial)))
    },
  },
  {
    id: 'probe.token.join-missing',
    title: 'join refuses a request without parameters, and does not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.authlib}: status 500 is shown as "servers are down"`,
    source: reference('yggdrasil', 'S1'),
    async run(trial) {
      expectNoSuccess(await trial.ask('join', { json: {} }), 'a refusal, status 400 to 499')
    },
  },
  {
    id: 'probe.joined.none',
    title: 'hasJoined answers "no" for a player who has not joined, in a form that game servers understand.',
    level: 'must',
    breaks: `game servers and proxies: ${clients.velocity} logs other statuses as errors, and 5xx is shown as "servers are down"`,
    source: `${injectorSpec('Server Verifies Client')}; ${reference('yggdrasil', 'S3')}`,
    async run(trial) {
      expectNotJoined(trial, await hasJoined(trial, trial.chance.name(), trial.chance.serverId()))
    },
  },
  {
    id: 'probe.joined.missing',
    title: 'hasJoined without a serverId is not answered "yes".',
    level: 'must',
    breaks: 'game servers: anybody is let in',
    source: reference('yggdrasil', 'S3'),
    async run(trial) {
      const answer = await trial.ask('hasJoined', { query: { username: trial.chance.name() } })
      expect(answer, !(answer.status === 200 && answer.text !== ''), 'a no, or a refusal')
    },
  },
  {
    id: 'probe.joined.odd-name',
    title: 'hasJoined answers "no" for a name with odd characters, and does not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'administrators: bots that join with such names fill the log with server errors',
    source: seen('bots that join with such names'),
    async run(trial) {
      const odd = `'"<\u0000🦊%s../${trial.chance.hex(4)}`
      const answer = await hasJoined(trial, odd, trial.chance.serverId())
      expect(
        answer,
        answer.status < 500 && !(answer.status === 200 && answer.text !== ''),
        'a no, or a refusal',
      )
    },
  },
]
