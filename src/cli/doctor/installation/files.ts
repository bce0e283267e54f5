import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { embeddedFile } from '../../../storage/engine/open.ts'
import { filesOpenToOthers, presentFiles } from '../../../storage/tools/database-files.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, warning, wrong } from '../finding.ts'

/** Checks that other users of the machine can't read secrets, and that the service's user can read its own files. */
export async function files({ config: { databaseUrl }, secretFiles }: Examined): Promise<Findings> {
  const secrets = await openToOthers(secretFiles)
  const path = embeddedFile(databaseUrl)
  const findings = found(
    secrets.length > 0 &&
      wrong(`other users of this machine can read ${secrets.join(', ')}`, `chmod 600 ${secrets.join(' ')}`),
    path !== undefined && (await ofDatabase(path)),
  )
  return findings.length > 0 ? findings : ok('other users cannot read the secrets or the database')
}

async function ofDatabase(path: string): Promise<readonly Finding[]> {
  const open = await filesOpenToOthers(path)
  const directory = dirname(path)
  const owner = (await stat(directory).catch(() => undefined))?.uid
  const all = [...(await presentFiles(path)), `${path}.lock`]
  const owners = await Promise.all(
    all.map(async (file) => [file, (await stat(file).catch(() => undefined))?.uid]),
  )
  const foreign = owners.filter(([, uid]) => uid !== undefined && uid !== owner).map(([file]) => file)
  return found(
    open.length > 0 &&
      wrong(`other users of this machine can open ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`),
    foreign.length > 0 &&
      warning(
        `${foreign.join(', ')} do not belong to the owner of ${directory}: a command was run as another user`,
        `chown --reference=${directory} ${foreign.join(' ')}, and run commands as the service's user`,
      ),
  )
}

async function openToOthers(paths: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return []
  const found = await Promise.all(
    // The group of the service's user may read them: mode 640.
    paths.map(async (path) => (((await stat(path).catch(() => undefined))?.mode ?? 0) & 0o007) !== 0),
  )
  return paths.filter((_, index) => found[index])
}
