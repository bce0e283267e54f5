import type { Config } from '../../config/load.ts'
import { releaseKeys } from '../../lib/crypto/release-keys.ts'
import { isSignedBy } from '../../lib/crypto/ssh-signature.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { getBounded } from '../../lib/net/outgoing.ts'
import { version } from '../../lib/process/version.ts'
import { isNewer, type Release, readReleaseFile } from '../../model/records/release.ts'
import { keepUpdateCheck, lastUpdateCheck } from '../../storage/tools/update-check.ts'
import type { ChangeContext, ReadContext } from '../context.ts'

export const timeoutMs = 10_000
/** Enough for a line and an RSA signature of 16,384 bits. */
export const maxBytes = 8192

/** The purpose of the signature. The same key also signs checksums. */
const namespace = 'norn-update'

type Settings = Pick<Config, 'updateCheck' | 'updateKey'>

/** Thrown if the release file can't be trusted. The message says why. */
class ReleaseUnknown extends Error {
  override name = 'ReleaseUnknown'
}

/** Fetches the release file with a plain GET and verifies it. Throws ReleaseUnknown, and what fetch throws. */
export async function newestRelease({ updateCheck, updateKey }: Settings): Promise<Release> {
  const { status, body } = await getBounded(updateCheck, maxBytes, AbortSignal.timeout(timeoutMs))
  if (status !== 200) throw new ReleaseUnknown(`the answer was ${status}`)
  const file = readReleaseFile(body.toString())
  if (file === undefined) throw new ReleaseUnknown('the answer is not a release file')
  const keys = updateKey === undefined ? releaseKeys() : [updateKey]
  if (!isSignedBy(keys, file.signature, Buffer.from(file.line), namespace))
    throw new ReleaseUnknown('it is not signed with a known key')
  return file.release
}

/** Checks for a new release if the last check was a day ago, and stores the result for the pages and the doctor. */
export async function checkDaily({ clock, config, log }: ChangeContext): Promise<void> {
  if (config.updateCheck === 'off') return
  const last = await lastUpdateCheck(config.dataDir)
  const now = clock()
  if (last !== undefined && now >= last.at && now - last.at < dayMs) return
  try {
    const named = await newestRelease(config)
    const problem = staleness(named, last?.release) ?? null
    if (problem !== null) log.warn({ problem }, 'the newest version could not be checked')
    await keepUpdateCheck(config.dataDir, { at: now, release: newestOf(named, last?.release), problem })
  } catch (error) {
    const problem = problemOf(error)
    log.warn({ problem }, 'the newest version could not be checked')
    await keepUpdateCheck(config.dataDir, { at: now, release: last?.release ?? null, problem })
  }
}

type Known = Release | null | undefined

/** Returns the newest of both releases: a signed file may be an old one that somebody serves again. */
export const newestOf = (named: Release, before: Known): Release =>
  before && isNewer(before.version, named.version) ? before : named

/** Returns why a release file can't be the newest one: a later one was read before. Undefined if none was. */
export function staleness(named: Release, before: Known): string | undefined {
  if (!before || (named.day >= before.day && !isNewer(before.version, named.version))) return undefined
  const of = ({ version: number, day }: Release) => `version ${number} of ${day}`
  return `it names ${of(named)}, but named ${of(before)} before, so a release may be withheld`
}

/** Returns the newest known release if it is newer than this program, otherwise undefined. */
export async function newerRelease({ config }: ReadContext): Promise<Release | undefined> {
  if (config.updateCheck === 'off') return undefined
  const release = (await lastUpdateCheck(config.dataDir))?.release
  return release && isNewer(release.version, version()) ? release : undefined
}

/** Describes an error. For fetch, the reason is in the error's cause. */
export function problemOf(error: unknown): string {
  const { cause, message, name } = error as Error
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return cause instanceof Error && cause.message ? cause.message : message
}
