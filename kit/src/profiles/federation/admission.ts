import type { Check } from '../../check.ts'
import { fails, hasNotJoined, joins } from '../../federation/behaviours.ts'
import { isObject, textAt } from '../../json.ts'
import { expect } from '../../protocol/answers.ts'
import {
  expectNobody,
  federatedTarget,
  joinedAs,
  joinedThere,
  neighbours,
  visited,
} from '../../protocol/neighbours.ts'
import { expectNotJoined, hasJoined, isYes } from '../../protocol/session.ts'
import * as clients from '../../words/clients.ts'
import { issue, reference } from '../../words/sources.ts'

const needs = ['neighbours'] as const
const visitors = reference('servers', 'players of neighbours')

export const admission: Check[] = [
  {
    id: 'federation.joined.yes',
    title:
      'A player who has joined at a neighbour joins, with the name and the UUID that the player has there.',
    level: 'must',
    breaks: `${clients.players} of a neighbour: they can't join`,
    source: visitors,
    needs,
    async run(trial) {
      const [neighbour] = neighbours(trial)
      const [name, id] = [trial.chance.name(), trial.chance.uuid()]
      neighbour.has(name, id)
      const answer = await joinedThere(trial, name)
      expect(answer, isYes(answer) && textAt(answer.json, 'id') === id, `a yes with the id ${id}`)
      expect(answer, textAt(answer.json, 'name') === name, `the name ${name}`)
    },
  },
  {
    id: 'federation.joined.none',
    title: `Where no neighbour knows a join either, hasJoined answers "no" in the layout's form.`,
    level: 'must',
    breaks: 'game servers: they log an error where a player has not joined',
    source: visitors,
    needs,
    run: async (trial) => expectNotJoined(trial, await joinedThere(trial, trial.chance.name())),
  },
  {
    id: 'federation.joined.cached',
    title: 'The yes of a neighbour is used once: the next join is asked about again.',
    level: 'must',
    breaks: `${clients.players} of a neighbour: with their name, others join after them`,
    source: visitors,
    needs,
    async run(trial) {
      const [first, second] = neighbours(trial)
      for (const neighbour of [first, second]) {
        const { name, id } = await visited(trial, neighbour)
        neighbour.has(name, id, hasNotJoined)
        expectNobody(await joinedThere(trial, name), 'this time, the player has not joined at the neighbour')
      }
    },
  },
  {
    id: 'federation.joined.head',
    title: 'HEAD asks no neighbour, which would use the join up.',
    level: 'should',
    breaks: 'game servers behind a monitor that sends HEAD: players have to join twice',
    source: visitors,
    needs,
    async run(trial) {
      await visited(trial)
      const [neighbour] = neighbours(trial)
      const name = trial.chance.name()
      neighbour.has(name, trial.chance.uuid())
      const asking = { method: 'HEAD', target: federatedTarget(trial) }
      const answer = await hasJoined(trial, name, trial.chance.serverId(), asking)
      expect(answer, neighbour.asked(name).length === 0, 'no question', 'the neighbour was asked')
    },
  },
  {
    id: 'federation.sources.two',
    title: 'Two neighbours that both say that a player has joined are a no.',
    level: 'should',
    breaks: `${clients.players}: the fastest service decides who a player is`,
    source: visitors,
    needs,
    async run(trial) {
      const name = trial.chance.name()
      neighbours(trial)[1].has(name, trial.chance.uuid())
      expectNobody(await joinedAs(trial, joins, { name }), 'two neighbours say yes')
    },
  },
  {
    id: 'federation.sources.unsure',
    title: 'While a more trusted neighbour fails, a less trusted one lets nobody in.',
    level: 'must',
    breaks: `${clients.players}: somebody who slows the first service chooses the second`,
    source: issue('unmojang/drasl#318'),
    needs,
    async run(trial) {
      const name = trial.chance.name()
      neighbours(trial)[1].has(name, trial.chance.uuid())
      expectNobody(await joinedAs(trial, fails, { name }), 'it is unknown whose player this is')
    },
  },
  {
    id: 'federation.sources.status',
    title: 'While a neighbour fails, the answer about its players is a status of 500 or more, with JSON.',
    level: 'should',
    breaks: `${clients.authlib}: players read that their session is invalid, and not that they should try again`,
    source: visitors,
    needs,
    async run(trial) {
      const answer = await joinedAs(trial, fails)
      expect(answer, answer.status >= 500 && isObject(answer.json), 'a status of 500 or more, with JSON')
    },
  },
  {
    id: 'federation.sources.named',
    title:
      'The name of a player at a more trusted neighbour belongs to that player, also while it has not joined.',
    level: 'should',
    breaks: `${clients.players} of the more trusted service: others join under their names`,
    source: visitors,
    needs,
    async run(trial) {
      const name = trial.chance.name()
      neighbours(trial)[1].has(name, trial.chance.uuid())
      expectNobody(await joinedAs(trial, hasNotJoined, { name }), 'a more trusted neighbour has this name')
    },
  },
]
