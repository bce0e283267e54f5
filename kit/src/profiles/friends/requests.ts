import type { Check } from '../../check.ts'
import { at, shown, textAt } from '../../json.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import {
  add,
  arraysWith,
  change,
  demandFriends,
  list,
  remove,
  withFriends,
  withStrangers,
} from '../../protocol/friends.ts'
import { signIn } from '../../protocol/launcher.ts'
import * as clients from '../../words/clients.ts'
import { reference, seen } from '../../words/sources.ts'

const needs = ['two accounts'] as const
const page = 'vendor-services'
const put = 'PUT friends'

export const requests: Check[] = [
  {
    id: 'friends.request.shown',
    title:
      'A request stands in the outgoing ones of its sender and in the incoming ones of the other, at once.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on: nobody can accept what is not shown`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        expectJson(await add(trial, one, other))
        const own = await list(trial, one)
        expect(own, arraysWith(own, other).includes('outgoingRequests'), 'the request in outgoingRequests')
        const theirs = await list(trial, other)
        expect(
          theirs,
          arraysWith(theirs, one).includes('incomingRequests'),
          'the request in incomingRequests',
        )
      }),
  },
  {
    id: 'friends.request.consent',
    title: 'A request alone makes nobody a friend, and repeating it does not either.',
    level: 'must',
    breaks: `${clients.players}: strangers see when they play`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        await add(trial, one, other)
        await add(trial, one, other)
        for (const [reader, about] of [
          [one, other],
          [other, one],
        ] as const) {
          const answer = await list(trial, reader)
          expect(answer, !arraysWith(answer, about).includes('friends'), 'no friend yet')
        }
      }),
  },
  {
    id: 'friends.request.accepted',
    title: 'Two players who have asked each other are friends, and the request is gone.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on, which accepts so`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        await add(trial, one, other)
        await add(trial, other, one)
        for (const [reader, about] of [
          [one, other],
          [other, one],
        ] as const) {
          const answer = await list(trial, reader)
          expect(answer, arraysWith(answer, about).join() === 'friends', 'a friend, and no request')
        }
      }),
  },
  {
    id: 'friends.request.ended',
    title: 'REMOVE takes a request back, and declines one.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on, whose buttons do so`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        const expectNone = async (ending: string): Promise<void> => {
          const answer = await list(trial, other)
          expect(answer, arraysWith(answer, one).length === 0, `no request, ${ending}`)
        }
        await add(trial, one, other)
        await remove(trial, one, other)
        await expectNone('taken back')
        await add(trial, one, other)
        await remove(trial, other, one)
        try {
          await expectNone('declined')
        } finally {
          // Where a decline holds for a while, asking takes it back.
          await add(trial, other, one)
        }
      }),
  },
  {
    id: 'friends.remove.both',
    title: 'REMOVE ends a friendship on both sides.',
    level: 'must',
    breaks: `${clients.players}: who was removed still sees when they play`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withFriends(trial, async (one, other) => {
        await remove(trial, one, other)
        for (const [reader, about] of [
          [one, other],
          [other, one],
        ] as const) {
          const answer = await list(trial, reader)
          expect(answer, arraysWith(answer, about).length === 0, 'nothing of each other')
        }
      }),
  },
  {
    id: 'friends.change.answer',
    title: 'A change is answered 200 with the whole list.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on: its list becomes the answer, and is lost with 204`,
    source: seen(clients.authlib),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        const answer = await add(trial, one, other)
        expectJson(answer, 'status 200 with the list')
        expect(answer, arraysWith(answer, other).includes('outgoingRequests'), 'the request in the answer')
      }),
  },
  {
    id: 'friends.change.names',
    title: 'A player is found by name in any letter case, and by profileId with hyphens and in capitals.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on, which sends ids with hyphens; players, who type names`,
    source: reference(page, put),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        const hyphenated = other.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
        for (const named of [{ name: other.name.toUpperCase() }, { profileId: hyphenated.toUpperCase() }]) {
          const answer = await change(trial, one, { updateType: 'ADD', ...named })
          expect(answer, arraysWith(answer, other).length > 0, `a request to ${shown(named)}`)
          await remove(trial, one, other)
        }
      }),
  },
  {
    id: 'friends.change.null',
    title:
      'A member that is null is one that is absent, and name and profileId of one player may stand together.',
    level: 'must',
    breaks: `${clients.sjmcl}, which sends null; ${clients.xmcl}, which sends both`,
    source: seen(`${clients.sjmcl}, ${clients.xmcl}`),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        for (const named of [
          { name: other.name, profileId: null },
          { name: null, profileId: other.id },
          { name: other.name, profileId: other.id },
        ]) {
          const answer = await change(trial, one, { updateType: 'ADD', ...named })
          expect(answer, arraysWith(answer, other).length > 0, `a request to ${shown(named)}`)
          await remove(trial, one, other)
        }
      }),
  },
  {
    id: 'friends.refused.unknown',
    title: 'A player whom nobody knows is 400, with UNKNOWN_PROFILE as details.status.',
    level: 'must',
    breaks: `${clients.sjmcl} and ${clients.xmcl}, which show a text for that word; ${clients.authlib} shows "unknown" at 400`,
    source: seen(`${clients.sjmcl}, ${clients.xmcl}`),
    needs,
    async run(trial) {
      const one = await signIn(trial, trial.account())
      await demandFriends(trial, one)
      const answer = await change(trial, one, { updateType: 'ADD', name: trial.chance.name() })
      expect(answer, answer.status === 400, 'status 400')
      expect(answer, at(answer.json, 'details', 'status') === 'UNKNOWN_PROFILE', 'UNKNOWN_PROFILE')
    },
  },
  {
    id: 'friends.refused.self',
    title: 'Oneself is 400, with CANNOT_ADD_SELF as details.status.',
    level: 'must',
    breaks: `${clients.sjmcl} and ${clients.xmcl}, which show a text for that word`,
    source: seen(`${clients.sjmcl}, ${clients.xmcl}`),
    needs,
    async run(trial) {
      const one = await signIn(trial, trial.account())
      await demandFriends(trial, one)
      const answer = await change(trial, one, { updateType: 'ADD', name: one.name })
      expect(answer, answer.status === 400, 'status 400')
      expect(answer, textAt(answer.json, 'details', 'status') === 'CANNOT_ADD_SELF', 'CANNOT_ADD_SELF')
    },
  },
]
