// npm run test:release [-- --of DIR]: makes a release of this commit twice, in two folders, and tests each file;
// with --of, existing files. Tests that this machine cannot run are skipped, with the reason.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/release/checkout.ts'
import { cache } from '../../scripts/release/tools.ts'
import { origins, startFrom, whyNoStart } from '../evening/from-release.ts'
import { advisories } from './advisories.ts'
import { tryDeb } from './deb.ts'
import { tryVerifying } from './documents.ts'
import { tryImage } from './image.ts'
import { trySbom } from './sbom.ts'
import { run, whyNoSpaces } from './spaces.ts'
import { tryTarball } from './tarball.ts'

const { values: given } = parseArgs({ options: { of: { type: 'string' } } })
const work = mkdtempSync(join(tmpdir(), 'norn-try-release-'))
const key = join(work, 'key')

async function step(title: string, without: string | undefined, attempt: () => unknown): Promise<void> {
  if (without !== undefined) return console.log(`       -  ${title}: ${without}`)
  const began = performance.now()
  await attempt()
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${title}`)
}

/** Makes a release in a checkout; returns its checksums. */
function make(checkout: string, out: string): string {
  run('npm', ['run', '--silent', 'release', '--', '--out', out, '--key', key], checkout)
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8')
}

/**
 * Clones the same commit to another place, with its own packages. Files downloaded for the first one are not downloaded
 * again.
 */
function clone(): string {
  const checkout = join(work, 'elsewhere', 'norn')
  run('git', ['clone', '--quiet', root, checkout])
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], checkout)
  cpSync(cache, join(checkout, 'node_modules/.cache/release'), {
    recursive: true,
    filter: (from) => !from.includes('debian-'),
  })
  return checkout
}

const makers = ['git', 'go', 'apt-get', 'dpkg-deb', 'ssh-keygen', 'npm']
try {
  const out = given.of ?? join(work, 'release')
  const missing = whyNoSpaces(...makers)
  if (given.of === undefined) {
    if (missing !== undefined) {
      console.log(`the release is not tested: ${missing}`)
      process.exit(0)
    }
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    let sums = ''
    await step('a release', undefined, () => (sums = make(root, out)))
    await step('the same again, in another place, where others may read nothing', undefined, () => {
      const umask = process.umask(0o077)
      assert.equal(make(clone(), join(work, 'again')), sums)
      process.umask(umask)
    })
    await step('verified, and a changed byte noticed', undefined, () =>
      tryVerifying(out, readFileSync(`${key}.pub`, 'utf8').trim(), work),
    )
  }
  const { version } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as { version: string }
  const tarball = join(out, `norn-${version}-linux-x64.tar.gz`)
  await step('the tarball', undefined, () => tryTarball(tarball, version, work))
  await step('the SBOM', undefined, () => trySbom(out, tarball))
  const result = advisories()
  if ('found' in result) assert.deepEqual(result.found, [], 'npm audit knows vulnerabilities of these')
  console.log(`       -  advisories: ${'unknown' in result ? result.unknown : 'none for what ships'}`)
  await step('the image', missing, () => tryImage(join(out, `norn-${version}-oci.tar`), version, work))
  await step('the deb', whyNoStart(), () => tryDeb(join(out, `norn_${version}_amd64.deb`), work))
  for (const origin of origins)
    await step(`docs/start/${origin}.md, until friends have joined`, whyNoStart(), () =>
      startFrom(origin, out, version),
    )
} finally {
  rmSync(work, { recursive: true, force: true })
}
