import type { Check } from '../check.ts'
import type { Answer } from '../http/exchange.ts'
import { isPng } from '../png.ts'
import { expect } from '../protocol/answers.ts'
import { type Session, signIn } from '../protocol/launcher.ts'
import { hasJoined, isYes, joined } from '../protocol/session.ts'
import type { Trial } from '../trial.ts'
import * as clients from '../words/clients.ts'
import { reference } from '../words/sources.ts'

const needs = ['account'] as const

const oldJoin = (trial: Trial, sessionId: string, user: string, serverId: string): Promise<Answer> =>
  trial.ask('legacyJoin', { query: { sessionId, serverId, user } })

const oldHasJoined = (trial: Trial, user: string, serverId: string): Promise<Answer> =>
  trial.ask('legacyHasJoined', { query: { serverId, user } })

const sessionIdOf = ({ accessToken, id }: Session): string => `token:${accessToken}:${id}`

export const legacy: Check[] = [
  {
    id: 'legacy.join.ok',
    title:
      'join answers OK, two letters and nothing else, to token:ACCESS_TOKEN:UUID and to the token alone.',
    level: 'must',
    breaks: `${clients.oldGames}, which compare the text with OK`,
    source: reference('legacy', 'S7'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      for (const sessionId of [sessionIdOf(session), session.accessToken]) {
        const answer = await oldJoin(trial, sessionId, session.name, trial.chance.serverId())
        expect(answer, answer.status === 200 && answer.text === 'OK', 'status 200 with OK')
      }
    },
  },
  {
    id: 'legacy.join.refused',
    title: 'join refuses a wrong token with a line of text that is not OK.',
    level: 'must',
    breaks: `${clients.oldGames}: an empty answer is shown as "servers are down", JSON as it is`,
    source: reference('legacy', 'S7'),
    needs,
    async run(trial) {
      const { name, id } = await signIn(trial, trial.account())
      const answer = await oldJoin(
        trial,
        `token:${trial.chance.hex(32)}:${id}`,
        name,
        trial.chance.serverId(),
      )
      expect(
        answer,
        answer.text !== '' && answer.text.trim() !== 'OK' && answer.json === undefined,
        'a line of text',
      )
    },
  },
  {
    id: 'legacy.join.other-name',
    title: "join refuses a name that is not the token's.",
    level: 'must',
    breaks: `${clients.players}: anybody with an account plays as them`,
    source: reference('legacy', 'S7'),
    needs: ['two accounts'],
    async run(trial) {
      const own = await signIn(trial, trial.account())
      const other = await signIn(trial, trial.other())
      const serverId = trial.chance.serverId()
      const answer = await oldJoin(trial, sessionIdOf(own), other.name, serverId)
      expect(answer, answer.text.trim() !== 'OK', 'a refusal')
      const asked = await oldHasJoined(trial, other.name, serverId)
      expect(asked, asked.text.trim() !== 'YES', 'NO')
    },
  },
  {
    id: 'legacy.joined.yes',
    title: 'hasJoined answers YES once, and then NO, both with status 200.',
    level: 'must',
    breaks: 'game servers before 1.7.2, which compare the text with YES and read a 200 alone',
    source: reference('legacy', 'S8'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const serverId = trial.chance.serverId()
      await oldJoin(trial, sessionIdOf(session), session.name, serverId)
      const first = await oldHasJoined(trial, session.name, serverId)
      expect(first, first.status === 200 && first.text === 'YES', 'status 200 with YES')
      const second = await oldHasJoined(trial, session.name, serverId)
      expect(second, second.status === 200 && second.text === 'NO', 'status 200 with NO')
    },
  },
  {
    id: 'legacy.joined.both-forms',
    title: 'A join made in the present form is found in the old one, and the other way round.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'servers that take players of old and new versions',
    source: reference('legacy', 'S8'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const present = await joined(trial, session)
      const asked = await oldHasJoined(trial, session.name, present)
      expect(asked, asked.text === 'YES', 'YES for a join in the present form')
      const old = trial.chance.serverId()
      await oldJoin(trial, sessionIdOf(session), session.name, old)
      const answer = await hasJoined(trial, session.name, old)
      expect(answer, isYes(answer), 'a yes for a join in the old form')
    },
  },
  {
    id: 'legacy.skin.by-name',
    title: 'A skin is found by the name of its player, as a PNG; where nobody wears one it is 404.',
    level: 'should',
    breaks: `${clients.oldGames}, and skin mods, which ask by name`,
    source: reference('skin-system', 'skins by name'),
    needs,
    async run(trial) {
      const { name } = await signIn(trial, trial.account())
      const unknown = await trial.ask('skinByName', { params: { name: `${trial.chance.name()}.png` } })
      expect(
        unknown,
        unknown.status === 404 || unknown.status === 204,
        'status 404 for a name that nobody has',
      )
      const answer = await trial.ask('skinByName', { params: { name: `${name}.png` } })
      const isOne = answer.status === 200 && isPng(answer.bytes)
      const isElsewhere = answer.status >= 301 && answer.status <= 308
      expect(answer, isOne || isElsewhere || answer.status === 404, 'a PNG, or 404')
    },
  },
]
