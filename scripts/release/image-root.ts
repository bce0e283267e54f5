import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseModes } from './modes.ts'
import { text } from './run.ts'

/** The user that the service runs as; images without a shell conventionally use this number. */
export const user = { name: 'norn', id: 65532 }

const etc = {
  passwd: `root:x:0:0:root:/:/sbin/nologin\n${user.name}:x:${user.id}:${user.id}:Norn:/data:/sbin/nologin\n`,
  group: `root:x:0:\n${user.name}:x:${user.id}:\n`,
  'nsswitch.conf': 'hosts: files dns\n',
}

/** Returns the program `norn`, which works without a shell: the kernel reads its first line. */
const command = (home: string): string =>
  `#!${home}/node/bin/node --max-semi-space-size=8\nrequire('${home}/bin/norn.cjs')\n`

/** Node.js reads nothing below these: character sets of iconv, and documents other than licenses. */
const leftOut = /^(?:gconv|audit|\.build-id)$/

/**
 * Fills the root of an image with the libraries of these Debian packages, without a shell or any other program than
 * `norn`, which starts the one below `home`.
 */
export function fillRoot(directory: string, packages: readonly string[], home: string): void {
  const unpacked = `${directory}-packages`
  mkdirSync(unpacked)
  for (const file of packages) text('dpkg-deb', ['--extract', file, unpacked], unpacked)
  mkdirSync(directory)
  for (const name of ['lib', 'lib64', 'usr/lib', 'usr/share/doc'])
    if (existsSync(join(unpacked, name)))
      cpSync(join(unpacked, name), join(directory, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (from) => !leftOut.test(from.split('/').at(-1) ?? ''),
      })
  keepLicenses(join(directory, 'usr/share/doc'))
  mkdirSync(join(directory, 'etc'))
  for (const [name, content] of Object.entries(etc)) writeFileSync(join(directory, 'etc', name), content)
  mkdirSync(join(directory, 'usr/bin'))
  writeFileSync(join(directory, 'usr/bin/norn'), command(home), { mode: 0o755 })
  for (const name of ['tmp', 'data']) mkdirSync(join(directory, name))
  normaliseModes(directory)
  chmodSync(join(directory, 'tmp'), 0o1777)
  chmodSync(join(directory, 'data'), 0o700)
  rmSync(unpacked, { recursive: true })
}

function keepLicenses(documents: string): void {
  for (const entry of readdirSync(documents, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const directory = join(documents, entry.name)
    for (const file of readdirSync(directory))
      if (file !== 'copyright') rmSync(join(directory, file), { recursive: true })
  }
}
