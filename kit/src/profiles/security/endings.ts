import type { Account } from '../../accounts.ts'
import type { Check } from '../../check.ts'
import { textAt } from '../../json.ts'
import { Deviation, Skipped } from '../../outcome.ts'
import { expect, expectNoSuccess } from '../../protocol/answers.ts'
import { withAccount } from '../../protocol/disposable.ts'
import { authenticate, isGood, refresh, type Session, signIn } from '../../protocol/launcher.ts'
import { hasJoined, isNo, isYes, join, joined, profile } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { issue, reference } from '../../words/sources.ts'

/** A token that neither validates, nor refreshes, nor joins. */
async function expectAllDead(trial: Trial, session: Session): Promise<void> {
  if (await isGood(trial, session)) throw new Deviation('the token refused', 'validate takes it')
  expectNoSuccess(await join(trial, session, trial.chance.serverId()), 'a refusal by join')
  expectNoSuccess(await refresh(trial, session), 'a refusal by refresh')
}

/** A join that was made before something ended it. */
async function expectJoinGone(trial: Trial, { name }: Session, serverId: string): Promise<void> {
  const answer = await hasJoined(trial, name, serverId)
  expect(answer, isNo(answer), 'a no')
}

async function changed(trial: Trial, account: Account): Promise<Account> {
  const after = await trial.world.adapter.changePassword?.(account)
  if (!after) throw new Skipped('the adapter changes no passwords')
  trial.world.client.secrets.add(after.password)
  return after
}

const newName = (trial: Trial): string => `Named${trial.chance.hex(8)}`

export const endings: Check[] = [
  {
    id: 'security.password.tokens',
    title: 'A new password ends all tokens of the account.',
    level: 'must',
    breaks: `${clients.players} whose password was stolen: the thief stays signed in`,
    source: issue('bs-community/blessing-skin-plugins#58'),
    needs: ['disposable account', 'changePassword'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const session = await signIn(trial, account)
        await changed(trial, account)
        await expectAllDead(trial, session)
      }),
  },
  {
    id: 'security.password.old',
    title: 'After a change the old password is wrong and the new one right.',
    level: 'must',
    breaks: `${clients.players}: the thief signs in again`,
    source: reference('yggdrasil', 'L9'),
    needs: ['disposable account', 'changePassword'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const after = await changed(trial, account)
        expectNoSuccess(await authenticate(trial, account), 'a refusal of the old password')
        const answer = await authenticate(trial, after)
        expect(answer, answer.status === 200, 'a sign-in with the new password')
      }),
  },
  {
    id: 'security.password.join',
    title: 'A new password ends pending joins.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players} whose password was stolen: the thief still comes in`,
    source: reference('yggdrasil', 'D2'),
    needs: ['disposable account', 'changePassword'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const session = await signIn(trial, account)
        const serverId = await joined(trial, session)
        await changed(trial, account)
        await expectJoinGone(trial, session, serverId)
      }),
  },
  {
    id: 'security.suspension.tokens',
    title: 'A suspension ends all tokens, and lets nobody sign in.',
    level: 'must',
    breaks: 'administrators: players they have banned keep playing',
    source: reference('yggdrasil', 'L9'),
    needs: ['disposable account', 'suspend'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const session = await signIn(trial, account)
        await trial.world.adapter.suspend?.(account)
        await expectAllDead(trial, session)
        expectNoSuccess(await authenticate(trial, account), 'a refusal')
      }),
  },
  {
    id: 'security.suspension.join',
    title: 'A suspension ends pending joins.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'administrators: a player they have just banned comes in',
    source: reference('yggdrasil', 'S3'),
    needs: ['disposable account', 'suspend'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const session = await signIn(trial, account)
        const serverId = await joined(trial, session)
        await trial.world.adapter.suspend?.(account)
        await expectJoinGone(trial, session, serverId)
      }),
  },
  {
    id: 'security.rename.shows',
    title: 'A new name shows in the next answers, and the UUID stays.',
    level: 'must',
    breaks: `${clients.players}: servers know them by the old name, or as somebody new`,
    source: issue('bs-community/blessing-skin-plugins#231'),
    needs: ['disposable account', 'rename'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const before = await signIn(trial, account)
        const name = newName(trial)
        const after = (await trial.world.adapter.rename?.(account, name)) ?? account
        const session = await signIn(trial, after)
        if (session.id !== before.id) throw new Deviation(`the UUID ${before.id}`, session.id)
        if (session.name !== name) throw new Deviation(`the name ${name}`, session.name)
        const answer = await profile(trial, session.id)
        expect(answer, textAt(answer.json, 'name') === name, `the name ${name}`)
        const asked = await hasJoined(trial, name, await joined(trial, session))
        expect(asked, isYes(asked) && textAt(asked.json, 'name') === name, `a yes with the name ${name}`)
      }),
  },
  {
    id: 'security.rename.old-name',
    title: 'The old name is no longer found.',
    level: 'must',
    breaks: 'servers: the old name, perhaps of somebody else by then, leads to this player',
    source: reference('lookup', 'K1'),
    needs: ['disposable account', 'rename'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const before = await signIn(trial, account)
        await trial.world.adapter.rename?.(account, newName(trial))
        const answer = await trial.ask('names', { json: [before.name] })
        expect(answer, Array.isArray(answer.json) && answer.json.length === 0, 'an empty array')
      }),
  },
  {
    id: 'security.removal.tokens',
    title: 'When an account is removed its tokens end, and its profile is not found.',
    level: 'must',
    breaks: 'administrators: players they have removed keep playing',
    source: reference('yggdrasil', 'L9'),
    needs: ['disposable account', 'removeAccount'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        const session = await signIn(trial, account)
        await trial.world.adapter.removeAccount?.(account)
        await expectAllDead(trial, session)
        const answer = await profile(trial, session.id)
        expect(answer, answer.status !== 200, 'no profile')
      }),
  },
]
