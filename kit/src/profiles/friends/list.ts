import type { Check } from '../../check.ts'
import { at, isObject, shown, textAt } from '../../json.ts'
import { NotOffered } from '../../outcome.ts'
import { expect, expectJson, expectNoSuccess, isPlainUuid } from '../../protocol/answers.ts'
import { withoutGoodToken } from '../../protocol/authorization.ts'
import {
  add,
  arrays,
  demandFriends,
  entryOf,
  list,
  withFriends,
  withStrangers,
} from '../../protocol/friends.ts'
import { signIn } from '../../protocol/launcher.ts'
import * as clients from '../../words/clients.ts'
import { reference, seen } from '../../words/sources.ts'

const needs = ['two accounts'] as const
const page = 'vendor-services'
const get = 'GET friends'

export const lists: Check[] = [
  {
    id: 'friends.list.form',
    title:
      'The list has the three arrays friends, incomingRequests and outgoingRequests, also where they are empty.',
    level: 'must',
    breaks: `${clients.sjmcl}, which reads no list where one is missing; ${clients.authlib} from 26.2 on`,
    source: reference(page, get),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one) => {
        const answer = await list(trial, one)
        expectJson(answer)
        for (const array of arrays)
          expect(answer, Array.isArray(at(answer.json, array)), `an array "${array}"`)
      }),
  },
  {
    id: 'friends.list.empty',
    title: 'The list says with empty whether all three arrays are.',
    level: 'should',
    breaks: 'nobody who is known; the vendor has the member',
    source: reference(page, get),
    needs,
    run: (trial) =>
      withFriends(trial, async (one) => {
        const answer = await list(trial, one)
        expect(answer, at(answer.json, 'empty') === false, '"empty": false', shown(at(answer.json, 'empty')))
      }),
  },
  {
    id: 'friends.list.players',
    title: 'Each player in it has a name, and a profileId of 32 lower-case hex digits without hyphens.',
    level: 'must',
    breaks: `${clients.pomme}, which compares the ids as they are`,
    source: seen(clients.pomme),
    needs,
    run: (trial) =>
      withFriends(trial, async (one, other) => {
        const answer = await list(trial, one)
        const entry = entryOf(answer, 'friends', other)
        expect(answer, textAt(entry, 'name') === other.name, `the friend ${other.name}`, shown(entry))
        expect(answer, isPlainUuid(textAt(entry, 'profileId')), 'a profileId without hyphens', shown(entry))
      }),
  },
  {
    id: 'friends.list.no-token',
    title: 'Without a token, and with one that does not exist or has ended, the list is 401.',
    level: 'must',
    breaks: `${clients.players}, whose friends strangers read; ${clients.authlib} asks to sign in again at 401 alone`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      await withStrangers(trial, async (one) => expectJson(await list(trial, one)))
      for (const headers of await withoutGoodToken(trial)) {
        const answer = await trial.ask('friends', { headers })
        expectNoSuccess(answer, 'a refusal')
        expect(answer, answer.status === 401, 'status 401')
      }
    },
  },
  {
    id: 'friends.list.known',
    title: 'The list has an ETag. A request that names it is answered 304, with the ETag again.',
    level: 'should',
    breaks: `${clients.authlib} from 26.2 on, which reads the whole list each minute, and forgets the tag after a 304 without it`,
    source: seen(clients.authlib),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one) => {
        const first = await list(trial, one)
        expectJson(first)
        const { etag } = first.headers
        expect(first, Boolean(etag), 'a header ETag')
        const second = await list(trial, one, { 'if-none-match': etag ?? '' })
        expect(second, second.status === 304 && second.text === '', 'status 304 without a body')
        expect(second, second.headers['etag'] === etag, `the ETag ${etag}`, shown(second.headers['etag']))
      }),
  },
  {
    id: 'friends.list.changed',
    title: 'After a change, and for another player, the ETag of before is answered with the list.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on, which would show the list of before, or somebody else's`,
    source: reference(page, get),
    needs,
    run: (trial) =>
      withStrangers(trial, async (one, other) => {
        const { etag } = (await list(trial, one)).headers
        if (!etag) throw new NotOffered('the list has no ETag')
        const others = await list(trial, other, { 'if-none-match': etag })
        expect(others, others.status === 200, "status 200 for another player's tag")
        await add(trial, other, one)
        const after = await list(trial, one, { 'if-none-match': etag })
        expect(after, entryOf(after, 'incomingRequests', other) !== undefined, 'the new request')
      }),
  },
  {
    id: 'friends.discovery.there',
    title: 'Where the discovery document names the list and the presence, they are there.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.authlib} of 26.3 and later, which asks where the document says`,
    source: reference('authlib-injector', 'GET /discovery'),
    needs,
    async run(trial) {
      const { json } = await trial.ask('discovery')
      const endpoints = at(json, 'discovery', 'player', 'endpoints')
      if (!isObject(endpoints)) throw new NotOffered('what stands there is not a discovery document')
      const named = ['getFriends', 'updateFriends'].flatMap((name) => textAt(endpoints, name, 'uri') ?? [])
      if (named.length === 0) throw new NotOffered('the document does not name a friends list')
      const session = await signIn(trial, trial.account())
      await demandFriends(trial, session)
      for (const url of named) {
        const answer = await trial.send('GET', url, {
          headers: { authorization: `Bearer ${session.accessToken}` },
        })
        expect(answer, answer.status === 200, `the list at ${url}`)
      }
    },
  },
]
