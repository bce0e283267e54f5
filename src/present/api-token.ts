import type { ApiToken, MadeApiToken } from '../domain/tokens/api-tokens.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'
import { apiTokenFields } from '../model/fields/api-token.ts'
import { shownFields } from '../model/fields/field.ts'

/** Returns an API token as commands and the API list it. */
export const shownApiToken = (token: ApiToken) => ({
  id: token.id,
  name: token.name,
  readOnly: token.readOnly,
  createdAt: isoTime(token.createdAt),
  ...shownFields(apiTokenFields, token),
  lastUsedAt: isoTimeOrNull(token.lastUsedAt),
  createdBy: token.maker,
})

/** Returns a new API token with its secret. */
export const shownMadeApiToken = ({ apiToken, token }: MadeApiToken) => ({
  id: apiToken.id,
  name: apiToken.name,
  token,
  ...shownFields(apiTokenFields, apiToken),
})
