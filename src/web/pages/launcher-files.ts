// Files that set a launcher up for one game server. They have no file of the game and no account.
import type { PackedServer } from '../../domain/community/servers.ts'
import { launcherWords } from '../../http/paths/vendor-words.ts'
import { digest } from '../../lib/crypto/digest.ts'
import { type ZipEntry, zip } from '../../lib/files/zip.ts'
import { modsOf, readLoader } from '../../model/community/mods.ts'
import { serverListOf } from '../../model/game/server-list.ts'

/**
 * Returns an instance of Prism, which Fjord opens: the version, the loader and the list of servers. Its files are in a
 * folder, where every version looks. It has no place for addresses of mods.
 */
export function instanceOf(server: PackedServer): Buffer {
  const loader = server.loader === null ? undefined : readLoader(server.loader)
  const components = [
    { uid: launcherWords.uids.game, version: server.gameVersion, important: true },
    ...(loader ? [{ uid: launcherWords.uids[loader.loader], version: loader.version }] : []),
  ]
  const settings = [
    '[General]',
    'ConfigVersion=1.2',
    'InstanceType=OneSix',
    'iconKey=default',
    `name=${iniText(server.title)}`,
    '',
  ]
  return zip(
    [
      { path: 'instance.cfg', content: settings.join('\n') },
      { path: 'mmc-pack.json', content: json({ components, formatVersion: 1 }) },
      { path: `${launcherWords.folder}/servers.dat`, content: serverListOf(server) },
    ].map(({ path, content }): ZipEntry => ({ path: `${server.name}/${path}`, content })),
  )
}

/** Returns a pack in Modrinth's format (version 1), which tells launchers where to get the mods. */
export function packOf(server: PackedServer): Buffer {
  const loader = server.loader === null ? undefined : readLoader(server.loader)
  const files = modsOf(server.mods).map(({ name, url, size, sha1, sha512 }) => ({
    path: `mods/${name}`,
    hashes: { sha1, sha512 },
    downloads: [url],
    fileSize: size,
  }))
  const dependencies = {
    [launcherWords.game]: server.gameVersion,
    ...(loader && { [loader.loader]: loader.version }),
  }
  const content = { game: launcherWords.game, name: server.title, files, dependencies }
  const versionId = digest(json({ ...content, address: server.address })).slice(0, 12)
  return zip([
    { path: 'modrinth.index.json', content: json({ formatVersion: 1, versionId, ...content }) },
    { path: 'overrides/servers.dat', content: serverListOf(server) },
  ])
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

/**
 * Returns a text as Qt reads it from an INI file. An escape ends before the first letter that is not a hexadecimal digit, so
 * digits after one are escaped, too.
 */
function iniText(text: string): string {
  let isAfterEscape = false
  const escaped = text.split('').map((unit) => {
    isAfterEscape = /[^ -~]/.test(unit) || (isAfterEscape && /[\da-f]/i.test(unit))
    if (isAfterEscape) return `\\x${unit.charCodeAt(0).toString(16)}`
    return unit === '"' || unit === '\\' ? `\\${unit}` : unit
  })
  return `"${escaped.join('')}"`
}
