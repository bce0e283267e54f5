import type { Check } from '../../check.ts'
import { Deviation } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import { withAccount } from '../../protocol/disposable.ts'
import { authenticate } from '../../protocol/launcher.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference } from '../../words/sources.ts'

/** More wrong passwords in a row than anybody mistypes. */
const guesses = 60

/** Measures how long the server takes to refuse a sign-in, in milliseconds. */
async function timed(trial: Trial, login: string): Promise<number> {
  const before = performance.now()
  await authenticate(trial, { login, password: trial.chance.hex(16) }, {}, { may429: true })
  return performance.now() - before
}

const pairs = 8

export const guessing: Check[] = [
  {
    id: 'security.timing.login',
    title: 'Refusing a wrong password takes as long as refusing an unknown login.',
    level: 'should',
    breaks: `${clients.players}: strangers measure who has an account`,
    source: reference('yggdrasil', 'L2'),
    needs: ['disposable account'],
    run: (trial) =>
      withAccount(trial, async ({ login }) => {
        let slower = 0
        for (let pair = 0; pair < pairs; pair++) {
          const known = await timed(trial, login)
          const unknown = await timed(trial, trial.chance.name())
          // A busy machine makes one of two slow now and then, but not nearly always the same one.
          if (known > unknown * 2 + 20) slower++
          if (unknown > known * 2 + 20) slower--
        }
        if (Math.abs(slower) >= pairs - 1)
          throw new Deviation(
            'times that do not tell',
            `one of the two takes more than twice as long, ${Math.abs(slower)} times in ${pairs}`,
          )
      }),
  },
  // Before the other one: its guesses may be more than a server takes of one address.
  {
    id: 'security.guessing.others',
    title: 'Guesses at one account do not keep another player from signing in.',
    level: 'should',
    breaks: `${clients.players} behind one address, of a school for example`,
    source: reference('yggdrasil', 'L10'),
    needs: ['disposable account', 'account'],
    run: (trial) =>
      withAccount(trial, async ({ login }) => {
        for (let guess = 0; guess < guesses / 3; guess++) {
          const { status } = await authenticate(
            trial,
            { login, password: trial.chance.hex(16) },
            {},
            { may429: true },
          )
          if (status === 429) break
        }
        const answer = await authenticate(trial, trial.account(), {}, { may429: true })
        expect(answer, answer.status === 200, 'a sign-in of the other player')
      }),
  },
  {
    id: 'security.guessing.limited',
    title: `After ${guesses} wrong passwords in a row the server takes no more guesses.`,
    level: 'should',
    breaks: `${clients.players}: passwords are guessed`,
    source: `${injectorSpec('Login')}; ${reference('yggdrasil', 'L10')}`,
    needs: ['disposable account'],
    run: (trial) =>
      withAccount(trial, async (account) => {
        for (let guess = 0; guess < guesses; guess++) {
          const wrong = { login: account.login, password: trial.chance.hex(16) }
          const { status } = await authenticate(trial, wrong, {}, { may429: true })
          if (status === 429) return
        }
        // Some servers answer a right password as a wrong one while they take no guesses.
        const { status } = await authenticate(trial, account, {}, { may429: true })
        if (status === 200)
          throw new Deviation(
            'status 429, or a refusal of the right password',
            `${guesses} refusals, and then a sign-in`,
          )
      }),
  },
]
