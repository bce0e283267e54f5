import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, shown, textAt } from '../../json.ts'
import { expect, expectJson, expectNoSuccess } from '../../protocol/answers.ts'
import { withoutGoodToken } from '../../protocol/authorization.ts'
import { add, entryOf, remove, report, withFriends, withStrangers } from '../../protocol/friends.ts'
import { type Session, signIn } from '../../protocol/launcher.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { reference, seen } from '../../words/sources.ts'

const needs = ['two accounts'] as const
const source = reference('vendor-services', 'POST presence')
const isHyphenated = (text: string | undefined): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

const seenOf = (answer: Answer, player: Session): unknown => entryOf(answer, 'presence', player)

/** Tries two friends, who play nothing afterwards: a report counts as long as its token. */
const withPlayers = (trial: Trial, work: (one: Session, other: Session) => Promise<void>): Promise<void> =>
  withFriends(trial, async (one, other) => {
    try {
      await work(one, other)
    } finally {
      const { last } = trial
      for (const each of [one, other]) await report(trial, each, 'OFFLINE').catch(() => undefined)
      trial.last = last
    }
  })

export const presence: Check[] = [
  {
    id: 'friends.presence.form',
    title: 'A friend who plays has profileId and pmid with hyphens, the status, and lastUpdated in ISO 8601.',
    level: 'must',
    breaks: `${clients.pomme} and ${clients.netherlink}, which read nothing where one is missing; ${clients.sjmcl} needs lastUpdated`,
    source: seen(`${clients.pomme}, ${clients.netherlink}, ${clients.sjmcl}`),
    needs,
    run: (trial) =>
      withPlayers(trial, async (one, other) => {
        expectJson(await report(trial, other, 'PLAYING_SERVER'))
        const answer = await report(trial, one, 'ONLINE')
        expectJson(answer)
        const entry = seenOf(answer, other)
        expect(answer, textAt(entry, 'status') === 'PLAYING_SERVER', 'the friend, PLAYING_SERVER')
        for (const name of ['profileId', 'pmid'])
          expect(answer, isHyphenated(textAt(entry, name)), `${name} with hyphens`, shown(entry))
        const time = textAt(entry, 'lastUpdated') ?? ''
        expect(
          answer,
          /^\d{4}-\d\d-\d\dT.*Z$/.test(time) && !Number.isNaN(Date.parse(time)),
          'lastUpdated',
          shown(entry),
        )
      }),
  },
  {
    id: 'friends.presence.friends',
    title:
      'Nobody but friends sees what a player plays: not while a request is open, nor after a friendship.',
    level: 'must',
    breaks: `${clients.players}: strangers see when they play`,
    source,
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        const expectUnseen = async (when: string): Promise<void> => {
          for (const [asks, plays] of [
            [one, other],
            [other, one],
          ] as const) {
            await report(trial, plays, 'PLAYING_SERVER')
            const answer = await report(trial, asks, 'ONLINE')
            expectJson(answer)
            expect(answer, seenOf(answer, plays) === undefined, `nothing of the other player, ${when}`)
          }
        }
        await add(trial, one, other)
        await expectUnseen('while a request is open')
        await add(trial, other, one)
        await remove(trial, other, one)
        await expectUnseen('after a friendship')
        for (const each of [one, other]) await report(trial, each, 'OFFLINE')
      }),
  },
  {
    id: 'friends.presence.offline',
    title: 'A friend who has reported OFFLINE is left out, and still sees the others.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on, which reports so when it closes, or hides its player`,
    source: seen(clients.authlib),
    needs,
    run: (trial) =>
      withPlayers(trial, async (one, other) => {
        await report(trial, other, 'PLAYING_SERVER')
        const playing = await report(trial, one, 'ONLINE')
        expect(playing, seenOf(playing, other) !== undefined, 'the friend who plays')
        const hidden = await report(trial, other, 'OFFLINE')
        expect(hidden, seenOf(hidden, one) !== undefined, 'the friend, for a player who hides')
        const answer = await report(trial, one, 'ONLINE')
        expect(answer, seenOf(answer, other) === undefined, 'nothing of the friend who is offline')
      }),
  },
  {
    id: 'friends.presence.join-info',
    title:
      'joinInfo is there only where the friend sent one, its value is a text, and invited says whom it names.',
    level: 'should',
    breaks: `${clients.pomme}, which reads no presence with a value that is null`,
    source: seen(clients.pomme),
    needs,
    run: (trial) =>
      withPlayers(trial, async (one, other) => {
        await report(trial, other, 'PLAYING_HOSTED_SERVER', { joinInfo: { invites: [one.id] } })
        const invited = await report(trial, one, 'ONLINE')
        const info = at(seenOf(invited, other), 'joinInfo')
        expect(invited, typeof at(info, 'value') === 'string', 'a text joinInfo.value', shown(info))
        expect(invited, at(info, 'invited') === true, '"invited": true', shown(info))
        await report(trial, other, 'PLAYING_SERVER')
        const without = await report(trial, one, 'ONLINE')
        const entry = seenOf(without, other)
        expect(
          without,
          entry !== undefined && at(entry, 'joinInfo') === undefined,
          'no joinInfo',
          shown(entry),
        )
      }),
  },
  {
    id: 'friends.presence.status',
    title: 'A status that the game does not have is 400, and the six that it has are not.',
    level: 'should',
    breaks: `${clients.everybody} that shows a status that it does not know`,
    source,
    needs,
    async run(trial) {
      const one = await signIn(trial, trial.account())
      const statuses = ['ONLINE', 'PLAYING_OFFLINE', 'PLAYING_REALMS', 'PLAYING_HOSTED_SERVER', 'OFFLINE']
      for (const status of statuses) expectJson(await report(trial, one, status))
      const answer = await report(trial, one, 'DANCING')
      expect(answer, answer.status === 400, 'status 400')
    },
  },
  {
    id: 'friends.presence.known',
    title: 'Where the presence has an ETag, a report that names it is answered 304, with the ETag again.',
    level: 'should',
    breaks: `${clients.authlib} from 26.2 on, which forgets the tag after a 304 without it`,
    source: seen(clients.authlib),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one) => {
        const first = await report(trial, one, 'ONLINE')
        expectJson(first)
        const { etag } = first.headers
        expect(first, Boolean(etag), 'a header ETag')
        const second = await report(trial, one, 'ONLINE', { headers: { 'if-none-match': etag ?? '' } })
        await report(trial, one, 'OFFLINE')
        expect(
          second,
          second.status === 304 && second.headers['etag'] === etag,
          `status 304 with the ETag ${etag}`,
        )
      }),
  },
  {
    id: 'friends.presence.no-token',
    title: 'Without a token, and with one that does not exist or has ended, a report is 401.',
    level: 'must',
    breaks: `${clients.players}: somebody else reports what they play`,
    source,
    needs,
    async run(trial) {
      const one = await signIn(trial, trial.account())
      expectJson(await report(trial, one, 'OFFLINE'))
      for (const headers of await withoutGoodToken(trial)) {
        const answer = await trial.ask('presence', { json: { status: 'ONLINE' }, headers })
        expectNoSuccess(answer, 'a refusal')
        expect(answer, answer.status === 401, 'status 401')
      }
    },
  },
]
