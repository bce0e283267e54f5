import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { textAt } from '../../json.ts'
import { expect, expectNoCrash, expectNoSuccess, expectRefusal } from '../../protocol/answers.ts'
import { authenticate } from '../../protocol/launcher.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference, seen } from '../../words/sources.ts'

const section = injectorSpec('Error Message Format')

/** A sign-in that no server lets in. */
function strangers(trial: Trial): Promise<Answer> {
  const account = { login: trial.chance.name(), password: trial.chance.hex(20) }
  return authenticate(trial, account)
}

export const refusals: Check[] = [
  {
    id: 'probe.refusal.body',
    title: 'A refused sign-in has a body with error and errorMessage.',
    level: 'must',
    breaks: `${clients.nodeYggdrasil} and ${clients.launcherCore} read an empty error as a success; ${clients.authlib} says that the servers are down`,
    source: section,
    async run(trial) {
      expectRefusal(await strangers(trial))
    },
  },
  {
    id: 'probe.refusal.status',
    title: "A refused sign-in has the status that the layout's documents give.",
    level: 'should',
    mustIn: ['native', 'authlib-injector'],
    breaks: `launchers that tell "wrong password" and "servers are down" apart by the status`,
    source: `${section}: 403; ${reference('conventions', 'P3')}: 401`,
    async run(trial) {
      const answer = await strangers(trial)
      const { refused } = trial.layout
      expect(answer, refused.includes(answer.status), `status ${refused.join(' or ')}`)
    },
  },
  {
    id: 'probe.refusal.name',
    title: 'The error of a refused sign-in is ForbiddenOperationException.',
    level: 'must',
    breaks: `${clients.authlib}: "wrong password" becomes "unknown error"`,
    source: section,
    async run(trial) {
      const answer = await strangers(trial)
      const error = textAt(answer.json, 'error')
      expect(answer, error === 'ForbiddenOperationException', 'the error ForbiddenOperationException')
    },
  },
  {
    id: 'probe.refusal.text',
    title: "A wrong password is told in the words of the layout's documents.",
    level: 'should',
    layouts: ['authlib-injector', 'native'],
    breaks: `${clients.xmcl} and ${clients.helios} know that text and no other for a wrong password`,
    source: `${section}; ${reference('yggdrasil', 'L2')}`,
    async run(trial) {
      const answer = await strangers(trial)
      const { wrongPassword = '' } = trial.layout
      expect(answer, textAt(answer.json, 'errorMessage') === wrongPassword, `the text "${wrongPassword}"`)
    },
  },
  {
    id: 'probe.refusal.type',
    title: 'Refusals have the type application/json.',
    level: 'must',
    breaks: `${clients.xmcl}: the error and its text are lost`,
    source: injectorSpec('Request and Response Format'),
    async run(trial) {
      const answer = await strangers(trial)
      const type = answer.headers['content-type'] ?? ''
      expect(
        answer,
        /^application\/json\b/.test(type),
        'Content-Type: application/json',
        `Content-Type: ${type}`,
      )
    },
  },
  {
    id: 'probe.refusal.challenge',
    title: 'Refusals have no WWW-Authenticate.',
    level: 'should',
    breaks: `${clients.npmLookups}: a TypeError in its parser`,
    source: `${seen(clients.npmLookups)}; ${reference('conventions', 'P7')}`,
    async run(trial) {
      const answer = await strangers(trial)
      const challenge = answer.headers['www-authenticate']
      expect(answer, challenge === undefined, 'no WWW-Authenticate', `WWW-Authenticate: ${challenge}`)
    },
  },
  {
    id: 'probe.refusal.accept',
    title: 'The Accept header does not turn error bodies into HTML.',
    level: 'must',
    breaks: `${clients.authlib}: Java asks for text/html first, and then says that the servers are down`,
    source: seen(clients.authlib),
    async run(trial) {
      const headers = { accept: 'text/html, image/gif, image/jpeg, */*; q=0.2' }
      const account = { login: trial.chance.name(), password: trial.chance.hex(20) }
      expectRefusal(await authenticate(trial, account, {}, { headers }))
    },
  },
  {
    id: 'probe.refusal.missing',
    title: 'A sign-in without login and password is refused.',
    level: 'must',
    breaks: `${clients.everybody}: a crash, or a success, where something is missing`,
    source: reference('conventions', 'P3'),
    async run(trial) {
      expectRefusal(await trial.ask('authenticate', { json: {} }))
    },
  },
  {
    id: 'probe.refusal.missing-name',
    title: 'A request in which something is missing is status 400 and IllegalArgumentException.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'developers of launchers, who read "wrong password" and look in the wrong place',
    source: reference('conventions', 'P3'),
    async run(trial) {
      const answer = await trial.ask('authenticate', { json: {} })
      expect(
        answer,
        answer.status === 400 && textAt(answer.json, 'error') === 'IllegalArgumentException',
        'status 400, IllegalArgumentException',
      )
    },
  },
  {
    id: 'probe.refusal.malformed',
    title: 'A body that is not JSON is refused, and does not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.everybody}: status 500 means "servers are down"`,
    source: reference('conventions', 'P3'),
    async run(trial) {
      const headers = { 'content-type': 'application/json' }
      const answer = await trial.ask('authenticate', { body: '{"username":', headers })
      expectNoCrash(answer)
      expectNoSuccess(answer, 'a refusal')
    },
  },
  {
    id: 'probe.refusal.types',
    title: 'Values that are not text are refused, and do not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.everybody}: status 500 means "servers are down"`,
    source: reference('conventions', 'P2'),
    async run(trial) {
      const answer = await trial.ask('authenticate', {
        json: { username: { a: 1 }, password: [true], clientToken: 7 },
      })
      expectNoCrash(answer)
      expectNoSuccess(answer, 'a refusal')
    },
  },
  {
    id: 'probe.refusal.method',
    title: 'GET at an address for POST answers 404 or 405.',
    level: 'should',
    breaks: 'people who open the address in a browser, and believe that it is broken',
    source: reference('conventions', 'P4'),
    async run(trial) {
      const answer = await trial.ask('authenticate', { method: 'GET' })
      expect(answer, answer.status === 405 || answer.status === 404, 'status 405, or 404')
    },
  },
]
