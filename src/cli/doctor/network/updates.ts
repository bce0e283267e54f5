import type { Config } from '../../../config/load.ts'
import { newestOf, newestRelease, problemOf, staleness } from '../../../domain/operation/updates.ts'
import { version } from '../../../lib/process/version.ts'
import { isoTime } from '../../../lib/text/instant.ts'
import { isNewer, type Release } from '../../../model/records/release.ts'
import { lastUpdateCheck } from '../../../storage/tools/update-check.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning } from '../finding.ts'

/** Checks for a newer version: in the service's last answer or, with --online, now. */
export async function updates({ config, isOnline }: Examined): Promise<Findings> {
  if (config.updateCheck === 'off')
    return skipped('NORN_UPDATE_CHECK is off, so nothing checks for newer versions')
  return isOnline ? await asked(config) : await remembered(config)
}

async function asked(config: Config): Promise<Findings> {
  const before = (await lastUpdateCheck(config.dataDir))?.release
  try {
    const named = await newestRelease(config)
    return judged(config, newestOf(named, before), 'now', staleness(named, before) ?? null)
  } catch (error) {
    return judged(config, before ?? null, 'before', problemOf(error))
  }
}

async function remembered(config: Config): Promise<Findings> {
  const last = await lastUpdateCheck(config.dataDir)
  if (last === undefined) return skipped('the service has not checked yet; "norn doctor --online" checks now')
  if (last.release === null && last.problem === null) return skipped('no answer has come yet')
  return judged(config, last.release, `at ${isoTime(last.at)}`, last.problem)
}

/** Reports a newer release that is known, even if the last answer had a problem. */
function judged(config: Config, release: Release | null, when: string, problem: string | null): Findings {
  if (problem === null) return release === null ? [] : compared(release, when)
  const isKnown = release !== null && isNewer(release.version, version())
  return [...(isKnown ? [compared(release, when)] : []), notTold(config, problem)]
}

function compared(release: Release, when: string): Finding {
  return isNewer(release.version, version())
    ? warning(
        `version ${release.version} of ${release.day} is newer than this one, ${version()} (asked ${when})`,
        'read its changelog and update (docs/deploy.md)',
      )
    : ok(`${version()} is the newest version (asked ${when})`)
}

const notTold = ({ updateCheck }: Config, problem: string): Finding =>
  warning(
    `${updateCheck} does not say which version is the newest: ${problem}`,
    'check NORN_UPDATE_CHECK and NORN_UPDATE_KEY, or set NORN_UPDATE_CHECK=off',
  )
