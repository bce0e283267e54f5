import { createApiToken, listApiTokens, revokeApiToken } from '../../domain/tokens/api-tokens.ts'
import { apiTokenFields } from '../../model/fields/api-token.ts'
import { shownApiToken, shownMadeApiToken } from '../../present/api-token.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

export async function create(given: Values, output: Output): Promise<void> {
  const fields = fromOptions(apiTokenFields, given)
  await withContext(output, async (context) => {
    output.object(shownMadeApiToken(await createApiToken(context, commandActor(), fields)))
    output.note('The token is shown only once.')
  })
}

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listApiTokens(context)).map(shownApiToken)
  await output.list(rows, { id: 32, readOnly: 8, expiresAt: 24, lastUsedAt: 24, name: 0 })
})

export const revoke = writeCommand(async (context, given: { id: string; cascade: boolean }, output) => {
  const { id, cascade: isCascading } = given
  const revoked = await revokeApiToken(context, commandActor(), id, { isCascading })
  output.object(
    { id, ...(isCascading && { revoked }) },
    revoked.length === 1 ? `The API token ${id} was revoked.` : `${revoked.length} API tokens were revoked.`,
  )
})
