import type { Check } from '../../check.ts'
import { at, isObject, textAt } from '../../json.ts'
import { Deviation } from '../../outcome.ts'
import { expect, expectJson, expectNoSuccess, expectProfile } from '../../protocol/answers.ts'
import { refresh, signIn } from '../../protocol/launcher.ts'
import { expectAlive, expectDead } from '../../protocol/tokens.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, reference } from '../../words/sources.ts'

const needs = ['account'] as const

export const refreshing: Check[] = [
  {
    id: 'core.refresh.answer',
    title: 'refresh answers a new accessToken, the same clientToken and the selectedProfile.',
    level: 'must',
    breaks: `${clients.everybody}: players type their password every day; ${clients.nodeProtocol} crash without selectedProfile`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const answer = await refresh(trial, session)
      expectJson(answer)
      const accessToken = textAt(answer.json, 'accessToken')
      expect(answer, Boolean(accessToken) && accessToken !== session.accessToken, 'a new accessToken')
      expect(answer, textAt(answer.json, 'clientToken') === session.clientToken, 'the same clientToken')
      expectProfile(answer, at(answer.json, 'selectedProfile'), 'selectedProfile')
      expect(
        answer,
        textAt(answer.json, 'selectedProfile', 'id') === session.id,
        `selectedProfile ${session.id}`,
      )
    },
  },
  {
    id: 'core.refresh.good',
    title: 'The new token is good.',
    level: 'must',
    breaks: `${clients.everybody}: "invalid session"`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const accessToken = textAt((await refresh(trial, session)).json, 'accessToken') ?? ''
      await expectAlive(trial, { ...session, accessToken }, 'the new token')
    },
  },
  {
    id: 'core.refresh.old-dead',
    title: 'The old token is dead after refresh.',
    level: 'must',
    breaks: `${clients.players}: a stolen token lives on beside the new one`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      expectJson(await refresh(trial, session))
      await expectDead(trial, session, 'the old token')
    },
  },
  {
    id: 'core.refresh.once',
    title: 'Of several simultaneous refreshes of one token no more than one succeeds.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players}: a thief and the launcher both keep a good token`,
    source: reference('yggdrasil', 'L5'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(trial, session)))
      const successes = answers.filter(({ status }) => status === 200).length
      if (successes > 1) throw new Deviation('one success', `${successes} of 4`)
    },
  },
  {
    id: 'core.refresh.others-alive',
    title: "refresh leaves another launcher's token good.",
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.sjmcl}, ${clients.fjord}: refreshing one account ends the other`,
    source: issue('UNIkeEN/SJMCL#369'),
    needs,
    async run(trial) {
      const first = await signIn(trial, trial.account())
      const second = await signIn(trial, trial.account())
      expectJson(await refresh(trial, second))
      await expectAlive(trial, first, "the other launcher's token")
    },
  },
  {
    id: 'core.refresh.user',
    title: 'With requestUser refresh answers user, too.',
    level: 'must',
    breaks: `${clients.launcherCore}: an uncaught TypeError`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      const answer = await refresh(trial, await signIn(trial, trial.account()), { requestUser: true })
      expect(answer, isObject(at(answer.json, 'user')), 'an object "user"')
    },
  },
  {
    id: 'core.refresh.selected-profile',
    title: 'refresh takes a selectedProfile that the token is bound to already.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.fjord}, ${clients.pcl}: signing in fails after a day`,
    source: issue('unmojang/FjordLauncher#50, Meloong-Git/PCL#7429'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const { id, name } = session
      expectJson(await refresh(trial, session, { selectedProfile: { id, name } }))
    },
  },
  {
    id: 'core.refresh.other-client',
    title: "refresh refuses a token together with another launcher's clientToken, and leaves it good.",
    level: 'must',
    breaks: `${clients.players}: a token alone is enough where the launcher relies on both`,
    source: `${injectorSpec('Refresh')}: if the request fails, the original token remains valid`,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const { clientToken } = await signIn(trial, trial.account())
      for (const other of [trial.chance.hex(32), clientToken])
        expectNoSuccess(await refresh(trial, { ...session, clientToken: other }), 'a refusal')
      await expectAlive(trial, session, 'the token')
    },
  },
  {
    id: 'core.refresh.no-client-token',
    title: 'refresh takes an accessToken without a clientToken, and answers the one that it was issued for.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.emlLib}, which sends none`,
    source: injectorSpec('Refresh'),
    needs,
    async run(trial) {
      const { accessToken, clientToken } = await signIn(trial, trial.account())
      const answer = await trial.ask('refresh', { json: { accessToken } })
      expectJson(answer)
      expect(answer, textAt(answer.json, 'clientToken') === clientToken, 'the clientToken of the sign-in')
    },
  },
]
