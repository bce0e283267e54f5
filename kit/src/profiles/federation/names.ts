import type { Check } from '../../check.ts'
import { changed, joins } from '../../federation/behaviours.ts'
import { textAt } from '../../json.ts'
import { Skipped } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import { signIn } from '../../protocol/launcher.ts'
import {
  expectAllRefused,
  expectNobody,
  federatedTarget,
  joinedAs,
  joinedThere,
  neighbours,
  visited,
} from '../../protocol/neighbours.ts'
import * as clients from '../../words/clients.ts'
import { issue, reference } from '../../words/sources.ts'

const visitors = reference('servers', 'players of neighbours')
const impersonation = issue('unmojang/drasl#318')

/** The name in other letter case. */
const otherCase = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()

export const names: Check[] = [
  {
    id: 'federation.name.account',
    title: 'No player of a neighbour joins under the name of an account.',
    level: 'must',
    breaks: 'administrators: a stranger joins under their name, and is the operator of the game server',
    source: impersonation,
    needs: ['neighbours', 'account'],
    async run(trial) {
      const { name } = await signIn(trial, trial.account())
      expectNobody(await joinedAs(trial, joins, { name }), 'the name is that of an account')
    },
  },
  {
    id: 'federation.name.case',
    title: 'No player of a neighbour joins under the name of an account in other letter case.',
    level: 'must',
    breaks: 'administrators: lists of operators and permissions do not tell letter case apart',
    source: impersonation,
    needs: ['neighbours', 'account'],
    async run(trial) {
      const { name } = await signIn(trial, trial.account())
      if (otherCase(name) === name) throw new Skipped('the name has no letters')
      expectNobody(await joinedAs(trial, joins, { name: otherCase(name) }), 'the name is that of an account')
    },
  },
  {
    id: 'federation.name.asked',
    title: 'No neighbour is asked about the name of an account.',
    level: 'should',
    breaks: `${clients.players}: other services learn who plays where`,
    source: visitors,
    needs: ['neighbours', 'account'],
    async run(trial) {
      await visited(trial)
      const { name } = await signIn(trial, trial.account())
      const count = () => neighbours(trial).flatMap((neighbour) => neighbour.asked(name)).length
      const before = count()
      const answer = await joinedThere(trial, name)
      expect(answer, count() === before, 'no question', 'a neighbour was asked')
    },
  },
  {
    id: 'federation.name.answered',
    title: 'A neighbour that answers with another name than it was asked about lets nobody in.',
    level: 'must',
    breaks: `plain game servers use the name that they asked about, ${clients.velocity} the answered one`,
    source: visitors,
    needs: ['neighbours'],
    run: (trial) =>
      expectAllRefused(trial, {
        'another name': changed((profile) => ({ ...profile, name: 'Admin' })),
        'the name in other letter case': changed((profile) => ({
          ...profile,
          name: otherCase(profile.name),
        })),
        'a control character in the name': changed((profile) => ({
          ...profile,
          name: `${profile.name}\u0000`,
        })),
      }),
  },
  {
    id: 'federation.name.pinned',
    title:
      'A name belongs to the first player of a neighbour that joins with it, and to nobody of another neighbour.',
    level: 'should',
    breaks: `${clients.players} of a neighbour: others take over what they own on a game server`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const [first, second] = neighbours(trial)
      for (const [owner, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const { name } = await visited(trial, owner)
        owner.forget(name)
        other.has(name, trial.chance.uuid())
        expectNobody(await joinedThere(trial, name), "the name belongs to another neighbour's player")
      }
    },
  },
  {
    id: 'federation.name.moved',
    title: 'A player of the same neighbour with another UUID does not get the name of the first one.',
    level: 'should',
    breaks: `${clients.players} of a neighbour that gives names away again: a stranger is taken for them`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const { name } = await visited(trial)
      expectNobody(await joinedAs(trial, joins, { name }), 'the name belongs to another UUID')
    },
  },
  {
    id: 'federation.name.form',
    title: 'Names that no client can have are refused, whatever a neighbour says.',
    level: 'should',
    breaks: 'administrators: a name that looks like another one, or that plug-ins read as a path',
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      for (const name of ['St\u0435ve_Kit', 'a'.repeat(200), '../../kit', 'Kit Admin'])
        expectNobody(await joinedAs(trial, joins, { name }), `no client can have the name ${name}`)
    },
  },
  {
    id: 'federation.name.lookup',
    title: 'Lookups of a name find the player whom hasJoined would let in, or nobody.',
    level: 'should',
    breaks: 'game servers: whitelists and lists of operators name somebody else',
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const [first, second] = neighbours(trial)
      const { name, id } = await visited(trial, second)
      first.has(name, trial.chance.uuid())
      const answer = await trial.ask('names', { json: [name], target: federatedTarget(trial) })
      const found = Array.isArray(answer.json) ? textAt(answer.json[0], 'id') : undefined
      expect(answer, found === undefined || found === id, `an empty array, or the id ${id}`)
    },
  },
]
