// Requests for friends, presence and preferences that produce every answer they can give.
import { blockPlayer } from '../../../src/domain/friends/blocks.ts'
import { changeBudget, preferencesBudget, presenceRate } from '../../../src/domain/friends/budgets.ts'
import { changeFriendsPreferences } from '../../../src/domain/friends/preferences.ts'
import type { Calls } from './calls.ts'

interface Words {
  bearing: (token: string) => Record<string, string>
  nobody: string
}

/** A request as often as a budget has room for, and once more. */
const beyond = ({ size }: { size: number }, call: object): object[] =>
  Array.from({ length: size + 1 }, () => call)

/** Asked with a tag that names any answer. */
const anyTag = { 'if-none-match': '*' }

export function friendsAt(services: string, { bearing, nobody }: Words): Record<string, Calls> {
  const list: Calls = async ({ player }) => {
    const headers = bearing((await player()).accessToken)
    return [{ headers }, { headers: { ...headers, ...anyTag } }]
  }
  const update: Calls = async ({ service, player }) => {
    const { context } = service
    const [own, other, full, off, spent] = [
      await player(),
      await player(),
      await player(),
      await player(),
      await player(),
    ]
    await changeFriendsPreferences(context, off, { friends: false })
    await blockPlayer(context, other.id, full.id)
    const by =
      ({ accessToken }: { accessToken: string }) =>
      (body: unknown) => ({ headers: bearing(accessToken), body })
    const asked = [await player(), await player(), await player()]
    return [
      ...[
        { updateType: 'ADD', name: other.username },
        { updateType: 'REMOVE', name: other.username },
        { updateType: 'OTHER' },
        { updateType: 'ADD', name: 'nobody' },
        { updateType: 'ADD', profileId: own.id },
        { updateType: 'ADD', name: own.username, profileId: other.id },
        { updateType: 'REMOVE', profileId: nobody },
      ].map(by(own)),
      by(full)({ updateType: 'ADD', name: other.username }),
      by(off)({ updateType: 'ADD', name: other.username }),
      // The service of this test has a limit of two.
      ...asked.map(({ username }) => by(own)({ updateType: 'ADD', name: username })),
      ...beyond(changeBudget, by(spent)({ updateType: 'REMOVE', profileId: nobody })),
    ]
  }
  const report: Calls = async ({ player }) => {
    const headers = bearing((await player()).accessToken)
    const [status, spent] = ['PLAYING_SERVER', bearing((await player()).accessToken)]
    return [
      { headers, body: { status, joinInfo: { value: 'world', invites: [nobody] } } },
      { headers: { ...headers, ...anyTag }, body: { status } },
      { headers, body: { status: 'online' } },
      ...beyond(presenceRate, { headers: spent, body: { status } }),
    ]
  }
  const preferences: Calls = async ({ player }) => {
    const headers = bearing((await player()).accessToken)
    const spent = bearing((await player()).accessToken)
    return [
      { headers, body: { friendsPreferences: { friends: 'ENABLED' } } },
      { headers, body: { friendsPreferences: [] } },
      ...beyond(preferencesBudget, { headers: spent, body: {} }),
    ]
  }
  return {
    ...Object.fromEntries(
      ['', '/player'].flatMap((place) => [
        [`get ${services}${place}/friends`, list],
        [`put ${services}${place}/friends`, update],
        [`post ${services}${place}/presence`, report],
      ]),
    ),
    [`post ${services}/player/attributes`]: preferences,
  }
}
