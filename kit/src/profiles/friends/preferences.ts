import type { Check } from '../../check.ts'
import { at, isObject, shown, textAt } from '../../json.ts'
import { NotOffered } from '../../outcome.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import {
  add,
  arraysWith,
  demandFriends,
  list,
  readAttributes,
  withStrangers,
  writePreferences,
} from '../../protocol/friends.ts'
import { type Session, signIn } from '../../protocol/launcher.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { reference, seen } from '../../words/sources.ts'

const needs = ['two accounts'] as const
const names = ['friends', 'acceptInvites'] as const

/** Changes a player's preferences, and puts them back. */
async function withPreferences(
  trial: Trial,
  session: Session,
  wanted: Record<string, string>,
  work: () => Promise<void>,
): Promise<void> {
  const before = at((await readAttributes(trial, session)).json, 'friendsPreferences')
  if (!isObject(before)) throw new NotOffered('attributes have no friendsPreferences')
  const changed = await writePreferences(trial, session, wanted)
  try {
    expectJson(changed, 'status 200 with the attributes')
    await work()
  } finally {
    const { last } = trial
    await writePreferences(trial, session, before).catch(() => undefined)
    trial.last = last
  }
}

export const preferences: Check[] = [
  {
    id: 'friends.preferences.form',
    title:
      'Attributes have friendsPreferences with both friends and acceptInvites, each ENABLED or DISABLED.',
    level: 'must',
    breaks: `${clients.authlib} from 26.2 on: without them it shows no friends, with one alone it fails`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      await demandFriends(trial, session)
      const answer = await readAttributes(trial, session)
      expectJson(answer)
      for (const name of names) {
        const value = textAt(answer.json, 'friendsPreferences', name)
        expect(
          answer,
          value === 'ENABLED' || value === 'DISABLED',
          `friendsPreferences.${name}`,
          shown(value),
        )
      }
    },
  },
  {
    id: 'friends.preferences.one',
    title: 'A change of one preference leaves the other as it is, and is answered with the attributes.',
    level: 'must',
    breaks: `${clients.xmcl}, which sends one of them`,
    source: seen(clients.xmcl),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      await demandFriends(trial, session)
      await withPreferences(trial, session, { friends: 'ENABLED', acceptInvites: 'DISABLED' }, async () => {
        const answer = await writePreferences(trial, session, { friends: 'ENABLED' })
        expect(
          answer,
          textAt(answer.json, 'friendsPreferences', 'acceptInvites') === 'DISABLED',
          'acceptInvites still DISABLED',
        )
      })
    },
  },
  {
    id: 'friends.preferences.kept',
    title: 'A player who takes no requests gets none: 403.',
    level: 'must',
    breaks: `${clients.players}, who have said so; ${clients.authlib} shows "forbidden" at 403`,
    source: reference('vendor-services', 'PUT friends'),
    needs,
    run: (trial) =>
      withStrangers(trial, (one, other) =>
        withPreferences(trial, other, { acceptInvites: 'DISABLED' }, async () => {
          const answer = await add(trial, one, other)
          expect(answer, answer.status === 403, 'status 403')
          const theirs = await list(trial, other)
          expect(theirs, arraysWith(theirs, one).length === 0, 'no request')
        }),
      ),
  },
]
