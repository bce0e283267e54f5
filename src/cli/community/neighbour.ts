import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { neighbourHealth } from '../../domain/figures/neighbour-figures.ts'
import { newClient } from '../../domain/linking/client.ts'
import { testNeighbour } from '../../domain/neighbours/ask.ts'
import { showsTextures } from '../../domain/neighbours/checks.ts'
import { confirmKeys, neighbourKeys } from '../../domain/neighbours/keys.ts'
import {
  listedNames,
  listName as listNameOf,
  unlistName as unlistNameOf,
} from '../../domain/neighbours/listed.ts'
import {
  addNeighbour,
  findNeighbour,
  listNeighbours,
  pauseNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../domain/neighbours/neighbours.ts'
import { type NeighbourPlace, placeOf } from '../../domain/neighbours/place.ts'
import { vendorHosts } from '../../http/paths/vendor-words.ts'
import type { Neighbour } from '../../model/community/neighbour.ts'
import { neighbourFields, newNeighbourFields } from '../../model/fields/neighbour.ts'
import {
  shownKeys,
  shownListed,
  shownNeighbour,
  shownRedirectUri,
  shownTest,
  shownWithHealth,
} from '../../present/neighbour.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused, UsageError, type Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readSecret } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { rooted } from './rooted.ts'

export async function add(given: Values & { id: string }, output: Output): Promise<void> {
  const { id } = given
  const fields = fromOptions(newNeighbourFields, given)
  const { acceptHosts, texturesKey: file } = fields
  await withContext(output, async (context) => {
    const texturesKey = file === undefined ? undefined : await readKey(file, output)
    const found = await placeOf(context, { ...fields, texturesKey }, vendorHosts)
    const isAccepted = acceptHosts || found.kind !== 'authlib-injector' || (await confirmHosts(found, output))
    const place = isAccepted ? found : { ...found, textureHosts: [] }
    const added = await addNeighbour(context, commandActor(), { ...fields, id, place })
    output.object(shownNeighbour(added))
    noteHosts(added, output)
  })
}

const maxKeyBytes = 16 * 1024

/** Returns a key in PEM, or in Base64 of DER. */
async function readKey(given: string, output: Output): Promise<string> {
  try {
    await using opened = await open(output.path(given))
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(maxKeyBytes), 0)
    const file = buffer.subarray(0, bytesRead)
    // The first byte of each structure of DER. PEM and Base64 begin otherwise.
    return file[0] === 0x30 ? file.toString('base64') : file.toString()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandRefused(`${given} cannot be read (${code}); give the path of a public key`, {
      cause: error,
    })
  }
}

function noteHosts(neighbour: Neighbour, output: Output): void {
  if (showsTextures(neighbour) && neighbour.textureHosts.length === 0)
    output.note('No hosts of textures are confirmed, so its players are shown without skins.')
}

/** Returns true if the operator, at a terminal, confirms the hosts of textures. */
async function confirmHosts({ textureHosts }: NeighbourPlace, output: Output): Promise<boolean> {
  if (textureHosts.length === 0) return false
  const { stdin, stderr } = output.surroundings
  output.note(`The neighbour names these hosts of textures: ${textureHosts.join(', ')}`)
  if (!stdin.isTTY || !stderr.isTTY) {
    output.note('They are not used. Add the neighbour with --accept-hosts to use them.')
    return false
  }
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Use textures from them? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

export const list = readCommand(async (context, _: object, output) => {
  const [neighbours, healthOf] = [await listNeighbours(context), await neighbourHealth(context)]
  const rows = neighbours.map((one) => shownWithHealth(one, healthOf(one.id)))
  await output.list(rows, { id: 16, kind: 16, trust: 5, who: 8, textures: 8, paused: 6, root: 0 })
})

export const show = readCommand(async (context, { id }: { id: string }, output) => {
  const [neighbour, healthOf] = [await findNeighbour(context, id), await neighbourHealth(context)]
  const redirectUri = shownRedirectUri(rooted(context), neighbour)
  const [listed, keys] = [await listedNames(context, id), await neighbourKeys(context, id)]
  const shown = { ...shownWithHealth(neighbour, healthOf(id)), redirectUri }
  output.object({ ...shown, listed: shownListed(listed), keys: shownKeys(keys) })
})

interface Listing {
  id: string
  name: string
  server: string | undefined
}

export const listName = writeCommand(async (context, { id, name, server }: Listing, output) => {
  await listNameOf(context, commandActor(), id, { name, server })
  output.object({ id, name, server: server ?? null }, `${name} may join as a player of ${id}.`)
})

export const unlistName = writeCommand(async (context, { id, name, server }: Listing, output) => {
  await unlistNameOf(context, commandActor(), id, { name, server })
  output.object({ id, name, server: server ?? null }, `${name} is no longer listed for ${id}.`)
})

type Changed = Values & {
  id: string
  'client-id': string | undefined
  'client-secret-stdin': boolean
  'no-client': boolean
}

export async function set(given: Changed, output: Output): Promise<void> {
  const fields = fromOptions(neighbourFields, given)
  const isGiven = given['client-id'] !== undefined || given['client-secret-stdin']
  if (isGiven && given['no-client']) throw new UsageError('--no-client excludes --client-id and its secret')
  const secret = given['client-secret-stdin'] ? await readSecret(output) : undefined
  await withContext(output, async (context) => {
    const client = isGiven
      ? await newClient(context, await findNeighbour(context, given.id), {
          clientId: given['client-id'],
          secret,
        })
      : undefined
    const changes = { ...fields, client: given['no-client'] ? null : client }
    const changed = await setNeighbour(context, commandActor(), given.id, changes)
    output.object(shownNeighbour(changed))
    noteHosts(changed, output)
  })
}

export const confirmKey = writeCommand(async (context, { id }: { id: string }, output) => {
  output.object({ id, keys: shownKeys(await confirmKeys(context, commandActor(), id)) })
})

const pausing = (isPaused: boolean) =>
  writeCommand(async (context, { id }: { id: string }, output) => {
    output.object(shownNeighbour(await pauseNeighbour(context, commandActor(), id, isPaused)))
  })

export const pause = pausing(true)
export const resume = pausing(false)

export const remove = writeCommand(async (context, { id }: { id: string }, output) => {
  await removeNeighbour(context, commandActor(), id)
  output.object({ id }, `The neighbour ${id} was removed.`)
})

export const test = readCommand(
  async (context, { id, name = 'Norn_test' }: { id: string; name: string | undefined }, output) => {
    output.object(shownTest(await testNeighbour(context.neighbours, await findNeighbour(context, id), name)))
  },
)
