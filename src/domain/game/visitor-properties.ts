import type { Context } from '../context.ts'
import { passableTextures } from '../neighbours/checks.ts'
import type { Arrival } from '../neighbours/verdict.ts'
import { type MirrorDeps, mirroredTextures } from './mirror.ts'

/** A property of a visitor. */
export interface VisitorProperty {
  name: string
  value: string
  signature?: string
}

type Deps = MirrorDeps & Pick<Context, 'texturesProperties'>

/**
 * Builds the properties of a neighbour's player. Nothing of the neighbour's is passed on but, with `pass`, signed textures
 * from confirmed hosts. `signal` ends the waiting for pictures.
 */
export async function propertiesOf(
  context: Deps,
  username: string,
  arrival: Arrival,
  wanted: { signed: boolean; signal: AbortSignal },
): Promise<VisitorProperty[]> {
  const { neighbour, profile, tellsSource } = arrival
  const source = { neighbour: neighbour.id, id: profile.id, name: username }
  const textures = await texturesOf(context, username, arrival, wanted)
  const all = [
    ...(textures ? [{ name: 'textures', ...textures }] : []),
    ...(tellsSource ? [await context.texturesProperties.signed('norn_source', source)] : []),
  ]
  return wanted.signed ? all : all.map(({ name, value }) => ({ name, value }))
}

function texturesOf(
  context: Deps,
  username: string,
  arrival: Arrival,
  wanted: { signed: boolean; signal: AbortSignal },
) {
  const { neighbour, profile } = arrival
  if (neighbour.textures === 'mirror') return mirroredTextures(context, username, arrival, wanted)
  return neighbour.textures === 'pass' ? passableTextures(profile, neighbour.textureHosts) : undefined
}
