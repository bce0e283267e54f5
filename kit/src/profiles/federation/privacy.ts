import type { Check } from '../../check.ts'
import type { Question } from '../../federation/neighbour.ts'
import { Skipped } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import { federatedTarget, neighbours, visited } from '../../protocol/neighbours.ts'
import { hasJoined } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { reference } from '../../words/sources.ts'

const visitors = reference('servers', 'players of neighbours')

/** Addresses for documentation, which occur nowhere else. */
const [player, forwarded] = ['203.0.113.77', '198.51.100.77']

/** The questions about a player, as a game server with headers of its own causes them. */
async function questions(trial: Trial): Promise<Question[]> {
  const [first, second] = neighbours(trial)
  const name = trial.chance.name()
  first.has(name, trial.chance.uuid())
  await hasJoined(trial, name, trial.chance.serverId(), {
    target: federatedTarget(trial),
    query: { ip: player },
    headers: {
      'x-forwarded-for': forwarded,
      forwarded: `for=${forwarded}`,
      cookie: 'kit=cookie',
      authorization: 'Bearer kit-authorization',
      'user-agent': 'kit-game-server',
    },
  })
  const all = [...first.asked(name), ...second.asked(name)]
  if (all.length === 0) throw new Skipped('no neighbour was asked: see federation.joined.yes')
  return all
}

export const privacy: Check[] = [
  {
    id: 'federation.privacy.address',
    title: "Neighbours do not learn the player's address.",
    level: 'should',
    breaks: `${clients.players}: every service that is asked learns where they are`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const told = (await questions(trial)).filter(
        ({ path }) => /[?&]ip=/.test(path) || path.includes(player),
      )
      if (trial.last) expect(trial.last, told.length === 0, 'no "ip"', `a question ${told[0]?.path}`)
    },
  },
  {
    id: 'federation.privacy.headers',
    title: 'The headers of a game server are not passed on to neighbours.',
    level: 'must',
    breaks: `${clients.players} and administrators: cookies, tokens and addresses go to other services`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const told = (await questions(trial)).filter(({ headers }) =>
        /kit=cookie|kit-authorization|kit-game-server|198\.51\.100\.77/.test(JSON.stringify(headers)),
      )
      if (trial.last) expect(trial.last, told.length === 0, 'none of them', 'a neighbour has seen them')
    },
  },
  {
    id: 'federation.privacy.root',
    title: 'Below the plain root, where anybody may ask, no neighbour is asked.',
    level: 'should',
    breaks: 'administrators: strangers use up how often a neighbour lets itself be asked',
    source: visitors,
    needs: ['neighbours', 'server root'],
    async run(trial) {
      await visited(trial)
      const name = trial.chance.name()
      const [first, second] = neighbours(trial)
      first.has(name, trial.chance.uuid())
      const answer = await hasJoined(trial, name, trial.chance.serverId())
      const asked = [...first.asked(name), ...second.asked(name)]
      expect(answer, asked.length === 0, 'no question', 'a neighbour was asked')
    },
  },
]
