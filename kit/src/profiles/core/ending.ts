import type { Check } from '../../check.ts'
import { expectEmpty, expectNoSuccess } from '../../protocol/answers.ts'
import { invalidate, signIn, signOut } from '../../protocol/launcher.ts'
import { expectAlive, expectDead } from '../../protocol/tokens.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec } from '../../words/sources.ts'

const needs = ['account'] as const

export const ending: Check[] = [
  {
    id: 'core.invalidate.ends',
    title: 'invalidate ends the token, and answers without a body.',
    level: 'must',
    breaks: `${clients.players}: signing out leaves the token good`,
    source: injectorSpec('Revoke Token'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      expectEmpty(await invalidate(trial, session))
      await expectDead(trial, session, 'the token')
    },
  },
  {
    id: 'core.invalidate.others-alive',
    title: 'invalidate ends no other token.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'players with two computers: signing out on one ends the other',
    source: injectorSpec('Revoke Token'),
    needs,
    async run(trial) {
      const first = await signIn(trial, trial.account())
      expectEmpty(await invalidate(trial, await signIn(trial, trial.account())))
      await expectAlive(trial, first, 'the other token')
    },
  },
  {
    id: 'core.invalidate.again',
    title: 'invalidate of a token that has ended is a success, too.',
    level: 'should',
    mustIn: ['authlib-injector', 'native'],
    breaks: 'launchers that keep an account in their list until signing out has succeeded',
    source: injectorSpec('Revoke Token'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      await invalidate(trial, session)
      expectEmpty(await invalidate(trial, session))
    },
  },
  {
    id: 'core.signout.ends',
    title: 'signout ends every token of the account, and answers without a body.',
    level: 'must',
    breaks: `${clients.players} who lost a computer: what it holds stays good`,
    source: injectorSpec('Signout'),
    needs,
    async run(trial) {
      const sessions = [await signIn(trial, trial.account()), await signIn(trial, trial.account())]
      expectEmpty(await signOut(trial, trial.account()))
      for (const session of sessions) await expectDead(trial, session, 'each token')
    },
  },
  {
    id: 'core.signout.wrong-password',
    title: 'signout refuses a wrong password, and ends nothing.',
    level: 'must',
    breaks: `${clients.players}: anybody signs them out`,
    source: injectorSpec('Signout'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const { password: right, ...account } = trial.account()
      for (const password of [trial.chance.hex(20), `${right}x`, right.slice(0, -1)])
        expectNoSuccess(await signOut(trial, { ...account, password }), 'a refusal')
      await expectAlive(trial, session, 'the token')
    },
  },
]
