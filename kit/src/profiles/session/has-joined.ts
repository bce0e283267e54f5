import type { Check } from '../../check.ts'
import { textAt } from '../../json.ts'
import { Deviation } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import { signIn, signOut } from '../../protocol/launcher.ts'
import { hasJoined, isNo, isYes, joined } from '../../protocol/session.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, reference } from '../../words/sources.ts'

const needs = ['account'] as const

export const asking: Check[] = [
  {
    id: 'session.joined.once',
    title: 'hasJoined succeeds once for each join.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'game servers: a second player comes in with the join of the first',
    source: reference('yggdrasil', 'S2'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      const first = await hasJoined(trial, session.name, serverId)
      expect(first, isYes(first), 'a yes')
      const again = await hasJoined(trial, session.name, serverId)
      expect(again, isNo(again), 'a no the second time')
    },
  },
  {
    id: 'session.joined.race',
    title: 'Of several simultaneous hasJoined for one join exactly one succeeds.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'game servers: a second player comes in with the join of the first',
    source: reference('yggdrasil', 'S2'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => hasJoined(trial, session.name, serverId)),
      )
      const yes = answers.filter(isYes).length
      if (yes !== 1) throw new Deviation('one yes of 4', `${yes} of 4`)
    },
  },
  {
    id: 'session.joined.wrong-server',
    title: 'hasJoined with another serverId answers "no" and does not use up the join.',
    level: 'must',
    breaks: 'game servers: a malicious one plays on another as its players',
    source: injectorSpec('Server Verifies Client'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      for (const wrong of [trial.chance.serverId(), serverId.slice(0, -1), `${serverId}0`, '%']) {
        const other = await hasJoined(trial, session.name, wrong)
        expect(other, isNo(other), `a no for the serverId ${wrong}`)
      }
      const right = await hasJoined(trial, session.name, serverId)
      expect(right, isYes(right), 'a yes for the right serverId')
    },
  },
  {
    id: 'session.joined.wrong-name',
    title: 'hasJoined with another name answers "no".',
    level: 'must',
    breaks: 'game servers: a player comes in under any name',
    source: injectorSpec('Server Verifies Client'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      const { name: own } = session
      // The last ones are patterns of SQL.
      const others = [trial.chance.name(), own.slice(0, -1), `${own}_`, '%', `${own.slice(0, -1)}_`]
      for (const name of others.filter((other) => other !== own)) {
        const answer = await hasJoined(trial, name, serverId)
        expect(answer, isNo(answer), `a no for the name ${name}`)
      }
    },
  },
  {
    id: 'session.joined.other-ip',
    title: `hasJoined with an ip that is not the player's answers "no".`,
    level: 'should',
    mustIn: ['native'],
    breaks: 'servers with prevent-proxy-connections: it prevents nothing',
    source: `${injectorSpec('Server Verifies Client')}; ${reference('yggdrasil', 'D6')}`,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      // Addresses of documents (RFC 5737, RFC 3849), from which nobody can have joined.
      for (const ip of ['192.0.2.77', '2001:db8::77']) {
        const answer = await hasJoined(trial, session.name, serverId, { query: { ip } })
        expect(answer, isNo(answer), `a no for the address ${ip}`)
      }
    },
  },
  {
    id: 'session.joined.signed-out',
    title: 'Signing out ends pending joins.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players} who sign everybody out: a thief still comes in`,
    source: reference('yggdrasil', 'L8'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      await signOut(trial, trial.account())
      const answer = await hasJoined(trial, session.name, serverId)
      expect(answer, isNo(answer), 'a no')
    },
  },
  {
    id: 'session.joined.name-case',
    title: 'hasJoined finds the name in any letter case, and answers it as the player has it.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'players who type their name in other letter case: they lose their things on the server',
    source: issue('bs-community/blessing-skin-plugins#232'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = await joined(trial, session)
      const answer = await hasJoined(trial, session.name.toUpperCase(), serverId)
      expect(answer, isYes(answer), 'a yes')
      expect(answer, textAt(answer.json, 'name') === session.name, `the name ${session.name}`)
    },
  },
]
