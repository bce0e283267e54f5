// Which player of this service a player of the Bedrock Edition is, as Floodgate asks through agents that lead it here.
import type { Account } from '../accounts.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../http/exchange.ts'
import { at, isObject, shown, textAt } from '../json.ts'
import { Deviation, NotOffered } from '../outcome.ts'
import { expect, expectJson } from '../protocol/answers.ts'
import { withAccount } from '../protocol/disposable.ts'
import { type Session, signIn } from '../protocol/launcher.ts'
import type { Trial } from '../trial.ts'
import * as clients from '../words/clients.ts'
import { reference, seen } from '../words/sources.ts'

const needs = ['disposable account', 'linkBedrock'] as const
const page = 'bedrock'

/** A XUID of 19 digits, which a float would round. */
const xuidOf = ({ chance }: Trial): string =>
  `90${Array.from({ length: 17 }, () => chance.below(10)).join('')}`

const asked = (trial: Trial, xuid: string): Promise<Answer> => trial.ask('bedrockLink', { params: { xuid } })

const isEmpty = ({ status, json }: Answer): boolean =>
  status === 200 && isObject(json) && Object.keys(json).length === 0

/** Floodgate reads the member of whatever it gets that is not 200. */
function expectMessage(answer: Answer): void {
  const said = textAt(answer.json, 'message')
  expect(answer, isObject(answer.json) && Boolean(said), 'JSON with a text "message"')
}

/** Links an account that is made for it, and tries it. */
const withLink = (
  trial: Trial,
  work: (linked: { account: Account; player: Session; xuid: string }) => Promise<void>,
): Promise<void> =>
  withAccount(trial, async (account) => {
    const xuid = xuidOf(trial)
    await asked(trial, xuid)
    const player = await signIn(trial, account)
    await trial.world.adapter.linkBedrock?.(account, xuid)
    await work({ account, player, xuid })
  })

export const bedrock: Check[] = [
  {
    id: 'bedrock.metadata.said',
    title: 'The metadata has feature.floodgate_global_linking where the links are served, and not elsewhere.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.injector} (pull request 295) and ${clients.loki}, which lead ${clients.floodgate} by this member`,
    source: seen(`${clients.injector}, ${clients.loki}`),
    async run(trial) {
      const flag = at(trial.world.target.metadata, 'meta', 'feature.floodgate_global_linking')
      try {
        const answer = await asked(trial, xuidOf(trial))
        expect(answer, flag === true, '"feature.floodgate_global_linking": true', shown(flag))
      } catch (error) {
        if (!(error instanceof NotOffered) || flag !== true) throw error
        throw new Deviation('links at the address that the metadata leads to', error.message)
      }
    },
  },
  {
    id: 'bedrock.none.empty',
    title: 'A XUID that nobody is linked to is 200 with an empty object, never 204.',
    level: 'must',
    breaks: `${clients.floodgate}, which fails where there is no body`,
    source: seen(clients.floodgate),
    async run(trial) {
      const answer = await asked(trial, xuidOf(trial))
      expect(answer, isEmpty(answer), 'status 200 with {}')
    },
  },
  {
    id: 'bedrock.refused.malformed',
    title: 'No XUID, zero, and a number above 2^63 - 1 are 400 with a message.',
    level: 'must',
    breaks: `${clients.floodgate}, which fails where a refusal has no "message"`,
    source: reference(page, 'GET /geyser/v2/link/bedrock/{xuid}'),
    async run(trial) {
      await asked(trial, xuidOf(trial))
      for (const xuid of ['x', '0', '-1', '9223372036854775808']) {
        const answer = await asked(trial, xuid)
        expect(answer, answer.status === 400, `status 400 for ${xuid}`)
        expectMessage(answer)
      }
    },
  },
  {
    id: 'bedrock.refused.message',
    title: 'Each refusal below geyser/ is JSON with a text message, also of other paths and methods.',
    level: 'must',
    breaks: `${clients.floodgate}, and ${clients.loki}, which sends everything there`,
    source: seen(`${clients.floodgate}, ${clients.loki}`),
    async run(trial) {
      const xuid = xuidOf(trial)
      await asked(trial, xuid)
      const link = (trial.world.target.addresses.bedrockLink ?? '').replace('{xuid}', xuid)
      const others = [
        await trial.send('GET', link.replace(`link/bedrock/${xuid}`, `skin/${xuid}`)),
        await trial.send('POST', link),
      ]
      for (const answer of others) {
        if (answer.status >= 200 && answer.status < 300) continue
        expect(answer, answer.status >= 400 && answer.status < 500, 'a status from 400 to 499')
        expectMessage(answer)
      }
    },
  },
  {
    id: 'bedrock.link.form',
    title:
      'A link has bedrock_id as a whole number of up to 19 digits, java_id with hyphens, java_name, and last_name_update in milliseconds.',
    level: 'must',
    breaks: `${clients.floodgate}: it reads the XUID as a long, and the UUID with hyphens alone`,
    source: seen(clients.floodgate),
    needs,
    run: (trial) =>
      withLink(trial, async ({ player, xuid }) => {
        const answer = await asked(trial, xuid)
        expectJson(answer)
        expect(
          answer,
          new RegExp(`"bedrock_id"\\s*:\\s*${xuid}\\s*[,}]`).test(answer.text),
          `"bedrock_id":${xuid}`,
        )
        const id = player.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
        expect(answer, textAt(answer.json, 'java_id') === id, `"java_id":"${id}"`)
        expect(answer, textAt(answer.json, 'java_name') === player.name, `"java_name":"${player.name}"`)
        const time = at(answer.json, 'last_name_update')
        expect(
          answer,
          Number.isInteger(time) && Number(time) > 1e12,
          'last_name_update in milliseconds',
          shown(time),
        )
      }),
  },
  {
    id: 'bedrock.link.suspended',
    title: 'A suspended player is linked to nobody, as long as the suspension lasts.',
    level: 'must',
    breaks:
      'operators: nobody asks hasJoined about a Bedrock player, so that this is the only place to say no',
    source: reference(page, 'GET /geyser/v2/link/bedrock/{xuid}'),
    needs: [...needs, 'suspend'],
    run: (trial) =>
      withLink(trial, async ({ account, xuid }) => {
        const before = await asked(trial, xuid)
        expect(before, !isEmpty(before), 'the link')
        await trial.world.adapter.suspend?.(account)
        const answer = await asked(trial, xuid)
        expect(answer, isEmpty(answer), 'status 200 with {}')
      }),
  },
  {
    id: 'bedrock.link.private',
    title: 'Nobody learns the XUID of a player at the plain root.',
    level: 'should',
    breaks: `${clients.players}: a XUID leads to their profile at Xbox`,
    source: reference(page, 'GET /geyser/v2/link/java/{uuid}'),
    needs,
    run: (trial) =>
      withLink(trial, async ({ player, xuid }) => {
        const answer = await trial.ask('javaLink', { params: { id: player.id } })
        expect(answer, !answer.text.includes(xuid), 'an answer without the XUID')
      }),
  },
]
