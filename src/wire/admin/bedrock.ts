// /accounts/{id}/bedrock, /bedrock-links and /bedrock-codes: players of Bedrock, as "norn bedrock" has them. Only with
// NORN_BEDROCK_LINKS=on.
import { Type } from 'typebox'
import { makeBedrockCode } from '../../domain/bedrock/codes.ts'
import { linkBedrock } from '../../domain/bedrock/link.ts'
import { bedrockLinks } from '../../domain/bedrock/links.ts'
import { unlinkBedrock } from '../../domain/bedrock/unlink.ts'
import { bedrockFields } from '../../model/community/bedrock.ts'
import { shownBedrock, shownBedrockCode, shownBedrockLink } from '../../present/bedrock.ts'
import { AccountParams, accountOf, bedrock } from './account-answers.ts'
import { type AdminApi, actorOf, Closed, created, Id, Instant } from './api.ts'
import { newFields } from './fields.ts'
import { pageOf } from './lists.ts'

const BedrockAnswer = Type.Object(bedrock)

const BedrockLinkAnswer = Type.Object({ id: Id, username: Type.String(), ...bedrock })

const GivenBedrock = Closed(newFields(bedrockFields))

const CodeAnswer = Type.Object({
  code: Type.String({ description: 'Six digits, for the page of linked accounts. Only in this answer.' }),
  expiresAt: Instant,
})

export function bedrockRoutes({ app, context, lists, changes, ends, creates }: AdminApi): void {
  if (context.config.bedrockLinks === 'off') return

  app.get(
    '/bedrock-links',
    lists('The players who are linked to a player of Bedrock, by id', BedrockLinkAnswer),
    ({ query }) => pageOf(query, 'account', (part) => bedrockLinks(context, part), shownBedrockLink),
  )

  app.put(
    '/accounts/:id/bedrock',
    changes('Links a player to a player of Bedrock', BedrockAnswer, ['account_unknown', 'malformed'], {
      params: AccountParams,
      body: GivenBedrock,
    }),
    async (request) => {
      const account = await accountOf(context, request.params)
      const { xuid = '', gamertag } = request.body
      return shownBedrock(await linkBedrock(context, actorOf(request), account, { xuid, gamertag }))
    },
  )

  app.delete(
    '/accounts/:id/bedrock',
    ends('Ends the link of a player to a player of Bedrock', 'There is none.', ['account_unknown'], {
      params: AccountParams,
    }),
    async (request) => {
      await unlinkBedrock(context, actorOf(request), await accountOf(context, request.params))
    },
  )

  app.post(
    '/bedrock-codes',
    creates(
      'Makes a code for a player of Bedrock, who types it on the page of linked accounts',
      CodeAnswer,
      ['overloaded'],
      { body: GivenBedrock },
    ),
    (request, reply) =>
      created(context, request, reply, shownBedrockCode, (by, keep) => {
        const { xuid = '', gamertag } = request.body
        return makeBedrockCode(context, by, { xuid, gamertag }, keep)
      }),
  )
}
