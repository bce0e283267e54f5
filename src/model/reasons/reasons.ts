// The reasons to decline what administrators ask for, each described once, by noun: commands, the API, its document and
// docs/errors.md have them from here, pages have words in `admin.refused` of each src/texts/<language>.json. What
// several things have in common is a family (src/model/errors/families.ts).
import { accountReasons } from './account.ts'
import { backupReasons } from './backup.ts'
import { bedrockReasons } from './bedrock.ts'
import { characterReasons } from './character.ts'
import { clientReasons } from './client.ts'
import { friendReasons } from './friend.ts'
import { neighbourReasons } from './neighbour.ts'
import { providerReasons } from './provider.ts'
import type { Reason } from './reason.ts'
import { requestReasons } from './request.ts'
import { textureReasons } from './texture.ts'
import { webhookReasons } from './webhook.ts'

export const reasons = {
  ...requestReasons,
  ...accountReasons,
  ...backupReasons,
  ...bedrockReasons,
  ...characterReasons,
  ...clientReasons,
  ...friendReasons,
  ...neighbourReasons,
  ...providerReasons,
  ...textureReasons,
  ...webhookReasons,
}

export type ReasonName = keyof typeof reasons

export const reasonEntries = Object.entries(reasons) as [ReasonName, Reason][]
