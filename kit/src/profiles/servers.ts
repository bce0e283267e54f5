import type { Check } from '../check.ts'
import type { Answer } from '../http/exchange.ts'
import { textAt } from '../json.ts'
import { NotOffered, Skipped } from '../outcome.ts'
import { expect, expectJson } from '../protocol/answers.ts'
import { bothSignedIn } from '../protocol/both.ts'
import { signIn } from '../protocol/launcher.ts'
import { expectNotJoined, hasJoined, isNo, isYes, joined } from '../protocol/session.ts'
import type { Target } from '../target.ts'
import type { Trial } from '../trial.ts'
import * as clients from '../words/clients.ts'
import { reference } from '../words/sources.ts'

const needs = ['server root', 'account'] as const
const below = reference('servers', 'what is below a root')
const badKeys = reference('servers', 'keys that are not good')

function serverRoot({ world }: Trial): Target {
  if (!world.serverRoot) throw new Skipped('there is no --server-root')
  return world.serverRoot
}

/** The addresses below keys that no server has: a made-up one, and two that are nearly right. */
function withWrongKeys(trial: Trial): Target[] {
  const target = serverRoot(trial)
  const key = new URL(target.url).pathname.split('/').findLast((part) => part !== '')
  if (!key) throw new NotOffered('the server root has no path')
  const first = key.startsWith('a') ? 'b' : 'a'
  const wrong = [trial.chance.hex(key.length), key.slice(0, -1), `${first}${key.slice(1)}`]
  return wrong.map((each) => rootedAt(target, target.root.replace(key, each)))
}

const rootedAt = (target: Target, root: string): Target => ({
  ...target,
  root,
  addresses: target.layout.addresses(root, {}),
})

/** Asks below a wrong key whether somebody has joined. */
function askedBelow(trial: Trial, target: Target, username: string, serverId: string): Promise<Answer> {
  const template = target.addresses.hasJoined
  if (!template) throw new NotOffered(`hasJoined is not part of the layout ${trial.layout.name}`)
  return trial.send('GET', `${template}?${new URLSearchParams({ username, serverId }).toString()}`)
}

export const servers: Check[] = [
  {
    id: 'servers.metadata.key',
    title: 'Below the root of a game server the metadata has the key of the plain root.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.injector} on game servers: players without skins`,
    source: below,
    needs: ['server root'],
    async run(trial) {
      const answer = await trial.ask('metadata', { target: serverRoot(trial) })
      expectJson(answer)
      const own = textAt(answer.json, 'signaturePublickey')
      expect(
        answer,
        own === textAt(trial.world.target.metadata, 'signaturePublickey'),
        'the key of the plain root',
      )
    },
  },
  {
    id: 'servers.joined.yes',
    title: 'A join at the plain root is found below the root of a game server.',
    level: 'must',
    breaks: 'game servers with a root of their own: nobody comes in',
    source: below,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      const answer = await hasJoined(trial, session.name, serverId, { target: serverRoot(trial) })
      expect(answer, isYes(answer) && textAt(answer.json, 'id') === session.id, 'a yes')
    },
  },
  {
    id: 'servers.joined.none',
    title: `Below the root of a game server hasJoined answers "no" in the layout's form.`,
    level: 'must',
    breaks: 'game servers with a root of their own: they log an error where a player has not joined',
    source: below,
    needs: ['server root'],
    async run(trial) {
      const target = serverRoot(trial)
      expectNotJoined(trial, await hasJoined(trial, trial.chance.name(), trial.chance.serverId(), { target }))
    },
  },
  {
    id: 'servers.profile.found',
    title: 'Profiles and names are found below the root of a game server.',
    level: 'must',
    breaks: 'game servers with a root of their own: no skins, and /whitelist add knows nobody',
    source: below,
    needs,
    async run(trial) {
      const target = serverRoot(trial)
      const { id, name } = await signIn(trial, trial.account())
      const profile = await trial.ask('profile', { params: { id }, target })
      expect(
        profile,
        profile.status === 200 && textAt(profile.json, 'name') === name,
        `the profile of ${name}`,
      )
      const names = await trial.ask('names', { json: [name], target })
      expect(names, Array.isArray(names.json) && textAt(names.json[0], 'id') === id, `an array with ${id}`)
    },
  },
  {
    id: 'servers.key.wrong',
    title: 'A root with another key lets nobody in, and does not use up the join.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'administrators: a game server that they removed still lets players in',
    source: badKeys,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      for (const target of withWrongKeys(trial)) {
        const refused = await askedBelow(trial, target, session.name, serverId)
        expect(refused, isNo(refused), 'the answer that nobody has joined')
      }
      const answer = await hasJoined(trial, session.name, serverId, { target: serverRoot(trial) })
      expect(answer, isYes(answer), 'a yes at the right root')
    },
  },
  {
    id: 'servers.key.no',
    title: `Below a root with another key hasJoined answers "no" in the layout's form.`,
    level: 'must',
    breaks: `${clients.libreLogin}, which takes every answer but 204 for a yes: anybody comes in as anybody`,
    source: badKeys,
    needs: ['server root'],
    async run(trial) {
      for (const target of withWrongKeys(trial))
        expectNotJoined(trial, await askedBelow(trial, target, trial.chance.name(), trial.chance.serverId()))
    },
  },
  {
    id: 'servers.key.status',
    title: 'Below a root with another key profiles are 404.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'administrators: a mistyped address looks like one that works',
    source: badKeys,
    needs,
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      for (const { addresses } of withWrongKeys(trial)) {
        if (!addresses.profile) throw new NotOffered(`profile is not part of the layout ${trial.layout.name}`)
        const answer = await trial.send('GET', addresses.profile.replace('{id}', id))
        expect(answer, answer.status === 404, 'status 404')
      }
    },
  },
  {
    id: 'servers.launcher.closed',
    title: 'There is no sign-in below the root of a game server.',
    level: 'should',
    breaks: `${clients.players}: the operator of a game server hands out an address, and reads the passwords that players type there`,
    source: below,
    needs: ['server root'],
    async run(trial) {
      const url = serverRoot(trial).addresses.authenticate
      if (!url) throw new NotOffered(`authenticate is not part of the layout ${trial.layout.name}`)
      const answer = await trial.send('POST', url, {
        json: {
          username: trial.chance.name(),
          password: trial.chance.hex(16),
          clientToken: trial.chance.hex(32),
        },
      })
      expect(answer, answer.status === 404, 'status 404')
    },
  },
  {
    id: 'servers.profile.each',
    title: 'Below the root of a game server each of two players is found as themselves.',
    level: 'must',
    breaks: 'game servers with a root of their own: players come in as one another',
    source: below,
    needs: ['server root', 'two accounts'],
    async run(trial) {
      const target = serverRoot(trial)
      const [own, other] = await bothSignedIn(trial)
      for (const session of [own, other, own]) {
        const { id, name } = session
        const found = await trial.ask('profile', { params: { id }, target })
        expect(
          found,
          textAt(found.json, 'id') === id && textAt(found.json, 'name') === name,
          `the profile ${id}`,
        )
        const answer = await hasJoined(trial, name, await joined(trial, session), { target })
        expect(answer, isYes(answer) && textAt(answer.json, 'id') === id, `a yes with the id ${id}`)
      }
    },
  },
]
