import { duration } from '../../config/durations.ts'
import { removeServer } from '../../domain/community/removed-servers.ts'
import { defaultGraceMs, rotateServer, shownRoot } from '../../domain/community/server-keys.ts'
import { addServer, findServer, listServers, pauseServer, setServer } from '../../domain/community/servers.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { serverFields } from '../../model/fields/server.ts'
import { shownRootedServer, shownServer } from '../../present/server.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readOption } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { rooted } from './rooted.ts'

type Given = Values & { name: string }

export const add = writeCommand(async (context, given: Given, output) => {
  const fields = { ...fromOptions(serverFields, given), name: given.name }
  output.object(shownRootedServer(await addServer(rooted(context), commandActor(), fields)))
})

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listServers(context)).map(shownServer)
  await output.list(rows, { name: 16, title: 20, address: 24, paused: 6, lastAskedAt: 24, groups: 0 })
})

export const show = readCommand(async (context, { name }: { name: string }, output) => {
  const server = await findServer(context, name)
  output.object(shownRootedServer({ server, root: await shownRoot(rooted(context), server.id) }))
})

export async function set(given: Given, output: Output): Promise<void> {
  const fields = fromOptions(serverFields, given)
  await withContext(output, async (context) => {
    output.object(shownServer(await setServer(context, commandActor(), given.name, fields)))
  })
}

const pausing = (isPaused: boolean) =>
  writeCommand(async (context, { name }: { name: string }, output) => {
    output.object(shownServer(await pauseServer(context, commandActor(), name, isPaused)))
  })

export const pause = pausing(true)
export const resume = pausing(false)

export const remove = writeCommand(async (context, { name }: { name: string }, output) => {
  await removeServer(context, commandActor(), name)
  output.object({ name }, `The game server ${name} was removed. Its root no longer works.`)
})

export async function rotate(
  { name, grace }: { name: string; grace: string | undefined },
  output: Output,
): Promise<void> {
  const graceMs = grace === undefined ? defaultGraceMs : readOption('--grace', grace, duration('0s', '24h'))
  await withContext(output, async (context) => {
    const rotated = await rotateServer(rooted(context), commandActor(), name, graceMs)
    const until = isoTime(rotated.until)
    output.object({ name, root: rotated.root, until })
    output.note(`The old root works until ${until}.`)
  })
}
