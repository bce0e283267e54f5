import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isoTimeOf, type Source } from './checkout.ts'
import { digestOf } from './digest.ts'

/** The kinds of files, by the end of the name. */
const kinds: readonly (readonly [ending: string, kind: string])[] = [
  ['-oci.tar', 'oci-layout'],
  ['.tar.gz', 'tarball'],
  ['.tgz', 'npm-package'],
  ['.deb', 'deb'],
  ['.rpm', 'rpm'],
  ['.cdx.json', 'sbom'],
]

/** Writes manifest.json, which says what each file is, and SHA256SUMS of all of them. */
export function writeManifest(source: Source, out: string): void {
  const files = readdirSync(out)
    .sort()
    .map((name) => {
      const content = readFileSync(join(out, name))
      const kind = kinds.find(([ending]) => name.endsWith(ending))?.[1]
      if (kind === undefined) throw new Error(`${name} is of no known kind`)
      return { name, kind, bytes: content.length, sha256: digestOf(content) }
    })
  const { version, commit } = source
  const manifest = `${JSON.stringify({ version, commit, time: isoTimeOf(source), files }, null, 2)}\n`
  writeFileSync(join(out, 'manifest.json'), manifest)
  const sums = [...files, { name: 'manifest.json', sha256: digestOf(manifest) }]
  writeFileSync(join(out, 'SHA256SUMS'), sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
}
