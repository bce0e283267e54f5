import { makeBedrockCode } from '../../domain/bedrock/codes.ts'
import { linkBedrock } from '../../domain/bedrock/link.ts'
import { bedrockLinks } from '../../domain/bedrock/links.ts'
import { unlinkBedrock } from '../../domain/bedrock/unlink.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownBedrock, shownBedrockCode, shownBedrockLink } from '../../present/bedrock.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccount } from '../accounts/named-account.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

interface Given {
  account: string
  xuid: string
  gamertag: string | undefined
}

export const link = writeCommand(async (context, given: Given, output) => {
  const account = await namedAccount(context, given.account)
  const made = await linkBedrock(context, commandActor(), account, given)
  output.object(shownBedrock(made), `The Bedrock player ${made.xuid} is ${account.username} here.`)
})

export const unlink = writeCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  const gone = await unlinkBedrock(context, commandActor(), account)
  if (gone)
    output.object(shownBedrock(gone), `The Bedrock player ${gone.xuid} is no longer ${account.username}.`)
  else output.object({}, `No Bedrock player is linked to ${account.username}.`)
})

export const list = readCommand(async (context, _: object, output) => {
  const rows = readRows({}, async (part) => (await bedrockLinks(context, part)).map(shownBedrockLink))
  await output.list(rows, { id: 32, username: 21, xuid: 19, gamertag: 20, linkedAt: 0 })
})

export const code = writeCommand(async (context, given: Omit<Given, 'account'>, output) => {
  const made = shownBedrockCode(await makeBedrockCode(context, commandActor(), given))
  output.object(
    made,
    `${made.code}\nIt is valid until ${made.expiresAt}. Type it on the page of linked accounts.`,
  )
})
