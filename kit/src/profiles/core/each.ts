import type { Check } from '../../check.ts'
import { textAt } from '../../json.ts'
import { expect, expectEmpty, expectJson, expectNoSuccess } from '../../protocol/answers.ts'
import { bothSignedIn } from '../../protocol/both.ts'
import { authenticate, refresh, signIn, signOut } from '../../protocol/launcher.ts'
import { expectAlive } from '../../protocol/tokens.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec } from '../../words/sources.ts'

const needs = ['two accounts'] as const

export const eachAccount: Check[] = [
  {
    id: 'core.authenticate.each',
    title: 'Each of two accounts signs in as its own player, and is that player again the next time.',
    level: 'must',
    breaks: `${clients.players}: they play as somebody else`,
    source: injectorSpec('Login'),
    needs,
    async run(trial) {
      const [own, other] = await bothSignedIn(trial)
      expect(other.answer, own.id !== other.id, 'another selectedProfile for another account')
      const again = await signIn(trial, trial.account())
      expect(again.answer, again.id === own.id, `selectedProfile ${own.id} again`)
    },
  },
  {
    id: 'core.authenticate.other-password',
    title: 'The password of another account is a wrong password.',
    level: 'must',
    breaks: `${clients.players}: everybody with an account signs in as them`,
    source: injectorSpec('Login'),
    needs,
    async run(trial) {
      const { login } = trial.account()
      const { password } = trial.other()
      expectNoSuccess(await authenticate(trial, { login, password }), 'a refusal')
    },
  },
  {
    id: 'core.refresh.each',
    title: 'refresh answers each of two accounts with its own selectedProfile.',
    level: 'must',
    breaks: `${clients.players}: after a day they play as somebody else`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      for (const session of (await bothSignedIn(trial)).toReversed()) {
        const answer = await refresh(trial, session)
        expectJson(answer)
        const id = textAt(answer.json, 'selectedProfile', 'id')
        expect(answer, id === session.id, `selectedProfile ${session.id}`)
      }
    },
  },
  {
    id: 'core.signout.others-alive',
    title: 'signout ends no token of another account.',
    level: 'must',
    breaks: `${clients.players}: each who signs out throws everybody off`,
    source: injectorSpec('Signout'),
    needs,
    async run(trial) {
      const [own] = await bothSignedIn(trial)
      expectEmpty(await signOut(trial, trial.other()))
      await expectAlive(trial, own, 'the token of the other account')
    },
  },
]
