import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type {
  AnswerFlaw,
  ForeignProfile,
  JoinAnswer,
  NameAnswer,
  NamesAnswer,
  Neighbour,
} from '../../model/community/neighbour.ts'

/** Answers of neighbours are flat. The payload of textures has the deepest values. */
export const maxDepth = 16

/** The limits of the game's network codec. A profile beyond them disconnects the players who see it. */
export const limits = { properties: 16, name: 64, value: 32_767, signature: 1024 }

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A response of a neighbour. */
export interface Reply {
  status: number
  body: Buffer
}

/** The statuses that say that nobody has joined. */
const noStatuses = [204, 401, 403, 404]

/** The part of a neighbour that decides whether its textures are read, which they are not with `ignore`. */
export type TexturesReading = Pick<Neighbour, 'textures'>

/** Reads the response to the question whether a player has joined. */
export function readJoin({ status, body }: Reply, reading: TexturesReading): JoinAnswer {
  if (noStatuses.includes(status) || (status === 200 && body.length === 0)) return { says: 'no' }
  const unusable = unusableStatus(status)
  if (unusable) return unusable
  const json = parsed(body)
  if (!json) return { says: 'unsure', problem: 'not_json' }
  const { id, name, properties } = Object(json.value) as Record<string, unknown>
  const uuid = typeof id === 'string' ? parseUuid(id) : undefined
  if (uuid === undefined || typeof name !== 'string') return { says: 'unsure', problem: 'not_a_profile' }
  if (json.hasDuplicates) return { says: 'yes', flaw: 'duplicate_member' }
  const textures = readProperties(properties ?? [], uuid, reading)
  if (typeof textures === 'string') return { says: 'yes', flaw: textures }
  return { says: 'yes', profile: { id: uuid, name, textures } }
}

/** Returns the textures property, if there is one, or the flaw of the list. */
function readProperties(
  list: unknown,
  id: string,
  reading: TexturesReading,
): ForeignProfile['textures'] | AnswerFlaw {
  if (!Array.isArray(list)) return 'property_malformed'
  if (list.length > limits.properties) return 'properties_too_many'
  let textures: ForeignProfile['textures']
  for (const entry of list) {
    const { name, value, signature } = Object(entry) as Record<string, unknown>
    if (typeof name !== 'string' || typeof value !== 'string') return 'property_malformed'
    if (signature !== undefined && signature !== null && typeof signature !== 'string') {
      return 'property_malformed'
    }
    const isLong = name.length > limits.name || value.length > limits.value
    if (isLong || (signature?.length ?? 0) > limits.signature) return 'property_too_long'
    if (name !== 'textures' || reading.textures === 'ignore') continue
    if (textures) return 'textures_twice'
    const flaw = texturesFlaw(value, id)
    if (flaw) return flaw
    if (signature && !base64.test(signature)) return 'property_malformed'
    textures = { value, signature: signature || undefined }
  }
  return textures
}

function texturesFlaw(value: string, id: string): AnswerFlaw | undefined {
  const payload = texturesPayloadOf(value)
  if (!payload) return 'textures_unreadable'
  const { profileId } = payload
  return typeof profileId === 'string' && parseUuid(profileId) === id ? undefined : 'textures_of_another'
}

function texturesPayloadOf(value: string): Record<string, unknown> | undefined {
  const json = base64.test(value) ? parsed(Buffer.from(value, 'base64')) : undefined
  if (!json || json.hasDuplicates) return undefined
  const { value: payload } = json
  return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : undefined
}

/** Reads the response to the question which player has a name: a list of profiles, or a single one. */
export function readName({ status, body }: Reply, username: string): NameAnswer {
  if (status === 204 || (status === 200 && body.length === 0)) return { says: 'no' }
  const json = status === 200 ? parsed(body) : undefined
  // For a list, 404 means that the address is wrong. The caller knows which of both it has asked for.
  if (status !== 200) return unusableStatus(status) ?? { says: 'unsure', problem: 'status' }
  if (!json || json.hasDuplicates) return { says: 'unsure', problem: 'not_json' }
  const profiles = Array.isArray(json.value) ? json.value : [json.value]
  for (const profile of profiles) {
    const player = playerIn(profile)
    if (!player) return { says: 'unsure', problem: 'not_a_profile' }
    if (fold(player.name) === fold(username)) return { says: 'yes', ...player }
  }
  // A single profile is about the name that was asked for.
  return Array.isArray(json.value) ? { says: 'no' } : { says: 'unsure', problem: 'not_a_profile' }
}

/** Reads the response to the question which players have these names. Other players in it are left out. */
export function readNames({ status, body }: Reply, usernames: readonly string[]): NamesAnswer {
  if (status === 204 || (body.length === 0 && status === 200)) return { says: 'no' }
  const unusable = unusableStatus(status)
  if (unusable) return unusable
  const json = parsed(body)
  if (!json || json.hasDuplicates || !Array.isArray(json.value)) {
    return { says: 'unsure', problem: 'not_json' }
  }
  const players = json.value.map(playerIn)
  if (players.includes(undefined)) return { says: 'unsure', problem: 'not_a_profile' }
  const wanted = new Set(usernames.map(fold))
  const found = players.flatMap((player) => (player && wanted.has(fold(player.name)) ? [player] : []))
  return found.length === 0 ? { says: 'no' } : { says: 'yes', players: found }
}

/** Returns what an answer about several names says about one. A player of exactly that name is meant before others. */
export function nameIn(answer: NamesAnswer, username: string): NameAnswer {
  if (answer.says !== 'yes') return answer
  const called = answer.players.filter(({ name }) => fold(name) === fold(username))
  const player = called.find(({ name }) => name === username) ?? called[0]
  return player ? { says: 'yes', ...player } : { says: 'no' }
}

/** Reads the response to the question for the profile of a UUID. */
export function readProfile(reply: Reply, id: string, reading: TexturesReading): JoinAnswer {
  // Unlike an answer about a join, these may be a block of our address.
  if (reply.status === 401 || reply.status === 403) return { says: 'unsure', problem: 'status' }
  const answer = readJoin(reply, reading)
  const isAnother = 'profile' in answer && answer.profile.id !== id
  return isAnother ? { says: 'unsure', problem: 'not_a_profile' } : answer
}

function playerIn(profile: unknown): { id: string; name: string } | undefined {
  const { id, name } = Object(profile) as Record<string, unknown>
  const uuid = typeof id === 'string' ? parseUuid(id) : undefined
  return uuid === undefined || typeof name !== 'string' ? undefined : { id: uuid, name }
}

function unusableStatus(
  status: number,
): { says: 'unsure'; problem: 'redirect' | 'asked_to_wait' | 'status' } | undefined {
  if (status === 200) return undefined
  if (status >= 300 && status < 400) return { says: 'unsure', problem: 'redirect' }
  return { says: 'unsure', problem: status === 429 ? 'asked_to_wait' : 'status' }
}

function parsed(body: Uint8Array) {
  try {
    return parseStrictJson(body, maxDepth)
  } catch {
    return undefined
  }
}
