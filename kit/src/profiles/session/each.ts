import type { Check } from '../../check.ts'
import { listAt, shown, textAt } from '../../json.ts'
import { Deviation } from '../../outcome.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import { bothSignedIn } from '../../protocol/both.ts'
import { hasJoined, isNo, isYes, joined, profile } from '../../protocol/session.ts'
import { demandTextures, payloadOf, texturesOf } from '../../protocol/textures.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference } from '../../words/sources.ts'

const needs = ['two accounts'] as const

export const eachPlayer: Check[] = [
  {
    id: 'session.joined.each',
    title:
      'hasJoined answers each of two players with their own profile, and neither for the join of the other.',
    level: 'must',
    breaks: 'game servers: players come in as one another',
    source: injectorSpec('Server Verifies Client'),
    needs,
    async run(trial) {
      const [own, other] = await bothSignedIn(trial)
      const joins = [
        { session: own, serverId: await joined(trial, own), stranger: other },
        { session: other, serverId: await joined(trial, other), stranger: own },
      ]
      for (const { serverId, stranger } of joins) {
        const answer = await hasJoined(trial, stranger.name, serverId)
        expect(answer, isNo(answer), `a no for ${stranger.name}, who has not joined there`)
      }
      for (const { session, serverId } of joins) {
        const { id, name } = session
        const answer = await hasJoined(trial, name, serverId)
        expect(answer, isYes(answer) && textAt(answer.json, 'id') === id, `a yes with the id ${id}`)
        const payload = payloadOf(answer, demandTextures(answer))
        expect(answer, textAt(payload, 'profileId') === id, `textures of ${id}`, shown(payload))
      }
    },
  },
  {
    id: 'session.profile.each',
    title: 'Each of two UUIDs is answered with its own profile.',
    level: 'must',
    breaks: `${clients.players}: they see one another's skins and names`,
    source: injectorSpec('Query Profile Attributes'),
    needs,
    async run(trial) {
      const [own, other] = await bothSignedIn(trial)
      for (const { id, name } of [own, other, own]) {
        const answer = await profile(trial, id)
        expect(
          answer,
          textAt(answer.json, 'id') === id && textAt(answer.json, 'name') === name,
          `the profile ${id} of ${name}`,
        )
        const property = texturesOf(answer)
        const payload = property && payloadOf(answer, property)
        if (payload !== undefined)
          expect(answer, textAt(payload, 'profileId') === id, `textures of ${id}`, shown(payload))
      }
    },
  },
  {
    id: 'session.names.each',
    title: 'A list of two names answers each with its own id, in any order.',
    level: 'must',
    breaks: 'game servers: /whitelist add and /op mean somebody else',
    source: injectorSpec('Batch Query Profiles by Name'),
    needs,
    async run(trial) {
      const both = await bothSignedIn(trial)
      for (const asked of [both, [both[1]], [both[0]]]) {
        const answer = await trial.ask('names', { json: asked.map(({ name }) => name) })
        expectJson(answer)
        const found = listAt(answer.json).map((each) => `${textAt(each, 'name')} ${textAt(each, 'id')}`)
        const expected = asked.map(({ id, name }) => `${name} ${id}`)
        expect(answer, found.toSorted().join() === expected.toSorted().join(), expected.join(' and '))
      }
    },
  },
  {
    id: 'session.name.each',
    title: 'Each of two names is answered with its own id.',
    level: 'must',
    breaks: `${clients.npmLookups}, panels and plugins: they mean somebody else`,
    source: reference('lookup', 'K1'),
    needs,
    async run(trial) {
      const [own, other] = await bothSignedIn(trial)
      for (const { id, name } of [own, other, own]) {
        const answer = await trial.ask('name', { params: { name } })
        expect(answer, textAt(answer.json, 'id') === id, `the id ${id} of ${name}`)
      }
    },
  },
  {
    id: 'session.history.each',
    title: 'The names of each of two UUIDs are its own.',
    level: 'must',
    layouts: ['native', 'urls'],
    breaks: `${clients.npmLookups}, ${clients.phpLibrary}`,
    source: reference('lookup', 'K2'),
    needs,
    async run(trial) {
      const [own, other] = await bothSignedIn(trial)
      for (const { id, name } of [own, other, own]) {
        const answer = await trial.ask('nameHistory', { params: { id } })
        const last = listAt(answer.json).at(-1)
        if (textAt(last, 'name') !== name)
          throw new Deviation(`${name} as the last name`, shown(last), answer)
      }
    },
  },
]
