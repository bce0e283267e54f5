import type { Check } from '../../check.ts'
import { expect, expectEmpty, expectNoSuccess } from '../../protocol/answers.ts'
import { signIn, validate } from '../../protocol/launcher.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const

export const validating: Check[] = [
  {
    id: 'core.validate.good',
    title: "validate answers a good token with the status of the layout's documents.",
    level: 'must',
    breaks: `${clients.helios} and ${clients.phpLibrary}, which know 204 alone; ${clients.everybody} that is told no`,
    source: `${injectorSpec('Validate Token')}: 204; ${reference('conventions', 'P5')}: 200`,
    needs,
    async run(trial) {
      const answer = await validate(trial, await signIn(trial, trial.account()))
      const { empty } = trial.layout
      expect(answer, empty.includes(answer.status), `status ${empty.join(' or ')}`)
    },
  },
  {
    id: 'core.validate.no-body',
    title: 'A success of validate has no body.',
    level: 'must',
    breaks: `${clients.launcherCore} and ${clients.npmAuth} take any body, {} too, for a failure`,
    source: seen(clients.launcherCore),
    needs,
    async run(trial) {
      expectEmpty(await validate(trial, await signIn(trial, trial.account())))
    },
  },
  {
    id: 'core.validate.no-client-token',
    title: 'validate takes an accessToken without a clientToken.',
    level: 'must',
    breaks: `${clients.nodeYggdrasil}, which sends the accessToken alone`,
    source: injectorSpec('Validate Token'),
    needs,
    async run(trial) {
      const { accessToken } = await signIn(trial, trial.account())
      expectEmpty(await trial.ask('validate', { json: { accessToken } }))
    },
  },
  {
    id: 'core.validate.other-client',
    title: "validate refuses a token together with another launcher's clientToken.",
    level: 'must',
    breaks: `${clients.players}: a token alone is enough where the launcher relies on both`,
    source: injectorSpec('Validate Token'),
    needs,
    async run(trial) {
      const { accessToken } = await signIn(trial, trial.account())
      const { clientToken } = await signIn(trial, trial.account())
      for (const other of [trial.chance.hex(32), clientToken])
        expectNoSuccess(await validate(trial, { accessToken, clientToken: other }), 'a refusal')
    },
  },
  {
    id: 'core.validate.altered',
    title: 'A token that differs from a good one by some letters is refused.',
    level: 'must',
    breaks: `${clients.players}: who has seen a part of a token has all of it`,
    source: injectorSpec('Token'),
    needs,
    async run(trial) {
      const { accessToken, clientToken } = await signIn(trial, trial.account())
      // Not at its end, where a letter of Base64 may stand for nothing.
      const middle = Math.floor(accessToken.length / 2)
      const letter = accessToken[middle] === 'A' ? 'B' : 'A'
      const altered = [
        accessToken.slice(0, -4),
        `${accessToken}xxxx`,
        `${accessToken.slice(0, middle)}${letter}${accessToken.slice(middle + 1)}`,
      ]
      trial.world.client.secrets.add(...altered)
      for (const each of altered)
        expectNoSuccess(await validate(trial, { accessToken: each, clientToken }), 'a refusal')
    },
  },
]
