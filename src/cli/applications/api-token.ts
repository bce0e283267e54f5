import { createApiToken, listApiTokens, revokeApiToken } from '../../domain/tokens/api-tokens.ts'
import { shownApiToken } from '../../present/api-token.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Output } from '../line/output.ts'
import { readInstant } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

export async function create(
  given: { name: string; 'read-only': boolean; expires: string | undefined },
  output: Output,
): Promise<void> {
  const { name, expires } = given
  const expiresAt = expires === undefined ? null : readInstant(expires, '--expires')
  await withContext(output, async (context) => {
    const wanted = { name, isReadOnly: given['read-only'], expiresAt }
    const { token, apiToken } = await createApiToken(context, commandActor(), wanted)
    const shown = shownApiToken(apiToken)
    output.object({ id: shown.id, name, token, readOnly: shown.readOnly, expiresAt: shown.expiresAt })
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
