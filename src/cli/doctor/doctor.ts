import type { LoadedConfig } from '../../config/load.ts'
import { ask, reasonOf } from '../../lib/net/ask.ts'
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import { CommandRefused } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import type { Check } from './examined.ts'
import { type Finding, wrong } from './finding.ts'
import { backups } from './installation/backup.ts'
import { characters } from './installation/characters.ts'
import { readConfiguration } from './installation/configuration.ts'
import { openExamined } from './installation/database.ts'
import { defaultSkins } from './installation/default-skins.ts'
import { durability } from './installation/durability.ts'
import { files } from './installation/files.ts'
import { loadKeys, signatures } from './installation/keys.ts'
import { baseUrlReached } from './network/base-url.ts'
import { certificate } from './network/certificate.ts'
import { clocks } from './network/clock.ts'
import { mail } from './network/mail.ts'
import { neighbours } from './network/neighbours.ts'
import { providers } from './network/providers.ts'
import { proxyHeaders } from './network/proxy.ts'
import { gameServers } from './network/servers.ts'
import { service } from './network/service.ts'
import { textureStore } from './network/texture-store.ts'
import { textures } from './network/textures.ts'
import { updates } from './network/updates.ts'
import { Report } from './report.ts'

/** The checks of an installation, in the order in which to find out why players can't join. */
const checks: readonly (readonly [name: string, check: Check])[] = [
  ['disk', durability],
  ['files', files],
  ['characters', characters],
  ['signatures', signatures],
  ['default skins', defaultSkins],
  ['service', service],
  ['base url', baseUrlReached],
  ['certificate', certificate],
  ['proxy', proxyHeaders],
  ['textures', textures],
  ['texture store', textureStore],
  ['game servers', gameServers],
  ['neighbours', neighbours],
  ['providers', providers],
  ['clock', clocks],
  ['mail', mail],
  ['backup', backups],
  ['updates', updates],
]

/** Prints one line per finding. The exit status is 1 if something is wrong. Changes nothing. */
export async function doctor({ online }: { online: boolean }, output: Output): Promise<void> {
  const report = new Report(output)
  const { loaded, findings } = readConfiguration(output)
  report.add('settings', findings)
  if (loaded) await examine(loaded, online, report)
  const count = report.end()
  if (count > 0) throw new CommandRefused(`${count === 1 ? 'one thing is' : `${count} things are`} wrong`)
}

async function examine(
  { config, secretFiles }: LoadedConfig,
  isOnline: boolean,
  report: Report,
): Promise<void> {
  const { db, findings } = await openExamined(config)
  report.add('database', findings)
  try {
    const opened = db && (await loadKeys(db, config).catch(unreadable))
    report.add('secrets', opened?.findings ?? [])
    const root = onFirstUse(async () => ask(`${config.baseUrl}/authlib-injector/`))
    const examined = { config, secretFiles, isOnline, db, keys: opened?.keys, root }
    for (const [name, check] of checks) report.add(name, await check(examined).catch(unchecked))
  } finally {
    await db?.close()
  }
}

const unreadable = (error: unknown) => ({ keys: undefined, findings: unchecked(error) })

const unchecked = (error: unknown): Finding =>
  wrong(`it could not be checked (${reasonOf(error)})`, 'fix the other problems and run it again')
