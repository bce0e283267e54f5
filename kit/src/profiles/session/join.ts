import type { Check } from '../../check.ts'
import { expect, expectEmpty, expectNoSuccess } from '../../protocol/answers.ts'
import { invalidate, signIn } from '../../protocol/launcher.ts'
import { hasJoined, isNo, isYes, join, joined } from '../../protocol/session.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const
const section = injectorSpec('Client Joins Server')
const hyphenated = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export const joining: Check[] = [
  {
    id: 'session.join.answer',
    title: "join answers with the status of the layout's documents, and without a body.",
    level: 'must',
    breaks: `${clients.authlib}: "failed to log in"`,
    source: `${section}; ${reference('conventions', 'P5')}`,
    needs,
    async run(trial) {
      const answer = await join(trial, await signIn(trial, trial.account()), trial.chance.serverId())
      expectEmpty(answer)
      const { empty } = trial.layout
      expect(answer, empty.includes(answer.status), `status ${empty.join(' or ')}`)
    },
  },
  {
    id: 'session.join.server-id',
    title: 'A serverId may begin with a hyphen and have fewer than 40 digits.',
    level: 'must',
    breaks: `${clients.authlib}: half of all joins fail, for the number is signed`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      for (const serverId of [`-${trial.chance.hex(39).replace(/^0/, '1')}`, trial.chance.hex(36)]) {
        expectEmpty(await join(trial, session, serverId))
        const answer = await hasJoined(trial, session.name, serverId)
        expect(answer, isYes(answer), `a yes for the serverId ${serverId}`)
      }
    },
  },
  {
    id: 'session.join.other-profile',
    title: "join refuses another profile than the token's.",
    level: 'must',
    breaks: 'launchers with several accounts: that the wrong one joins shows later, on the server',
    source: injectorSpec('Error Message Format'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const last = session.id.endsWith('0') ? '1' : '0'
      for (const id of [trial.chance.uuid(), `${session.id.slice(0, -1)}${last}`, '0'.repeat(32)])
        expectNoSuccess(await join(trial, { ...session, id }, trial.chance.serverId()), 'a refusal')
    },
  },
  {
    id: 'session.join.other-account',
    title: "One account's token does not join as the other account.",
    level: 'must',
    breaks: `${clients.players}: anybody with an account plays as them`,
    source: section,
    needs: ['two accounts'],
    async run(trial) {
      const own = await signIn(trial, trial.account())
      const other = await signIn(trial, trial.other())
      const serverId = trial.chance.serverId()
      await join(trial, { accessToken: own.accessToken, id: other.id }, serverId)
      const answer = await hasJoined(trial, other.name, serverId)
      expect(answer, isNo(answer), 'a no: the other account has not joined')
    },
  },
  {
    id: 'session.join.dead-token',
    title: 'join refuses a token that was invalidated.',
    level: 'must',
    breaks: `${clients.players}: somebody with the old token still plays as them`,
    source: section,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      await invalidate(trial, session)
      expectNoSuccess(await join(trial, session, trial.chance.serverId()), 'a refusal')
    },
  },
  {
    id: 'session.join.hyphens',
    title: 'selectedProfile may be written with hyphens.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'libraries that write UUIDs with hyphens',
    source: reference('conventions', 'P6'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      expectEmpty(await join(trial, { ...session, id: hyphenated(session.id) }, trial.chance.serverId()))
    },
  },
  {
    id: 'session.join.two-servers',
    title: 'An account can join two servers at the same time, and both are told so.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'networks, in which a proxy and a server behind it ask one after the other',
    source: `${section}: the serverId can serve as the key; ${reference('yggdrasil', 'S2')}`,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const first = await joined(trial, session)
      const second = await joined(trial, session)
      for (const serverId of [first, second]) {
        const answer = await hasJoined(trial, session.name, serverId)
        expect(answer, isYes(answer), 'a yes for each of two servers')
      }
    },
  },
  {
    id: 'session.join.two-players',
    title: 'Two accounts that join one after the other are both found.',
    level: 'must',
    breaks: 'game servers with more than one player',
    source: section,
    needs: ['two accounts'],
    async run(trial) {
      const own = await signIn(trial, trial.account())
      const other = await signIn(trial, trial.other())
      const servers = [await joined(trial, own), await joined(trial, other)] as const
      for (const [session, serverId] of [
        [own, servers[0]],
        [other, servers[1]],
      ] as const) {
        const answer = await hasJoined(trial, session.name, serverId)
        expect(answer, isYes(answer), `a yes for ${session.name}`)
      }
    },
  },
]
