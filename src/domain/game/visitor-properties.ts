import type { TexturesProperty } from '../../model/game/textures-payload.ts'
import type { ChangeContext } from '../context.ts'
import { passableTextures, showsTextures } from '../neighbours/checks.ts'
import type { ForeignPlayer } from '../neighbours/joined.ts'
import { type MirrorDeps, mirroredTextures } from './mirror.ts'

/** A property of a visitor. */
export interface VisitorProperty {
  name: string
  value: string
  signature?: string
}

type Deps = MirrorDeps & ChangeContext

/**
 * Builds the properties of a neighbour's player. Nothing of the neighbour's is passed on but, with `pass`, signed textures
 * from confirmed hosts. `signal` ends the waiting for pictures.
 */
export async function propertiesOf(
  context: Deps,
  username: string,
  player: ForeignPlayer,
  wanted: { signed: boolean; signal: AbortSignal },
): Promise<VisitorProperty[]> {
  const textures = await texturesOf(context, username, player, wanted)
  const shown = textures && (wanted.signed ? textures : { name: textures.name, value: textures.value })
  return [...(shown ? [shown] : []), ...(await sourceOf(context, username, player, wanted.signed))]
}

/** Returns the property that says where a player comes from, if the game server has asked for it. */
async function sourceOf(
  { clock, texturesProperties }: Deps,
  name: string,
  { neighbour, profile: { id }, server, tellsSource }: ForeignPlayer,
  isSigned: boolean,
): Promise<VisitorProperty[]> {
  if (!tellsSource) return []
  const content = { neighbour: neighbour.id, id, name, timestamp: clock(), server }
  return [await texturesProperties.statement('norn_source', content, isSigned)]
}

async function texturesOf(
  context: Deps,
  username: string,
  player: ForeignPlayer,
  wanted: { signed: boolean; signal: AbortSignal },
): Promise<TexturesProperty | undefined> {
  const { neighbour, profile } = player
  if (neighbour.textures === 'pass') {
    const passed = passableTextures(profile, neighbour.textureHosts)
    return passed && { name: 'textures', ...passed }
  }
  if (!showsTextures(neighbour)) return undefined
  try {
    return await mirroredTextures(context, username, player, wanted)
  } catch (error) {
    // The join has been used up at the neighbour, so a database that fails now must not take it from the player.
    context.log.warn({ err: error, neighbour: neighbour.id }, "a visitor's textures could not be shown")
    return undefined
  }
}
