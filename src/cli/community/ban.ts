import { addBan, listBans, removeBan } from '../../domain/operation/bans.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { banFields } from '../../model/fields/ban.ts'
import { shownBan } from '../../present/ban.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listBans(context)).map(shownBan)
  await output.list(rows, { ip: 25, since: 24, until: 24, automatic: 9 })
})

export async function add(given: Values & { ip: string }, output: Output): Promise<void> {
  const fields = fromOptions(banFields, given)
  await withContext(output, async (context) => {
    const ban = await addBan(context, commandActor(), given.ip, fields)
    const { until } = ban
    const duration = until === null ? 'until the ban is removed' : `until ${isoTime(until)}`
    output.object(shownBan(ban), `${ban.network} is banned from profile lookups ${duration}.`)
  })
}

export const remove = writeCommand(async (context, given: { ip: string }, output) => {
  const network = await removeBan(context, commandActor(), given.ip)
  output.object({ ip: network }, `${network} can look up profiles again.`)
})
