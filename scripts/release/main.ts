// npm run release -- --out DIR [--key FILE]: creates all files of a release, from a clean checkout after "npm ci";
// the same commit gives the same bytes. docs/releases.md explains each file and how to verify it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchBase, lockBase } from './base.ts'
import { cleanCheckout } from './checkout.ts'
import { writeImage } from './image.ts'
import { writeManifest } from './manifest.ts'
import { compiledPackage, writeKit, writeNpmPackage } from './npm.ts'
import { writeDebAndRpm } from './packages.ts'
import { makeProgram } from './program.ts'
import { writeSbom } from './sbom.ts'
import { checkKey, writeSignatures } from './signatures.ts'
import { writeTarball } from './tarball.ts'

const { values: given } = parseArgs({
  options: { out: { type: 'string' }, key: { type: 'string' }, 'lock-base': { type: 'boolean' } },
})

if (given['lock-base']) lockBase()
else if (given.out === undefined) {
  console.error('npm run release -- --out DIR [--key FILE], or --lock-base (docs/releases.md)')
  process.exitCode = 2
} else await release(resolve(given.out), given.key && resolve(given.key))

async function release(out: string, key: string | undefined): Promise<void> {
  // Files that are written below get the same modes from everybody; normaliseModes mends those of the checkout.
  process.umask(0o022)
  const source = cleanCheckout()
  if (key !== undefined) checkKey(key)
  mkdirSync(out, { recursive: true })
  const [present] = readdirSync(out)
  if (present !== undefined) throw new Error(`${out} has ${present}; name an empty directory`)
  const work = mkdtempSync(join(tmpdir(), 'norn-release-'))
  const step = async <Result>(title: string, make: () => Result | Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await make()
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${title}`)
    return result
  }
  try {
    const compiled = await step('compiled', () => compiledPackage(work))
    await step('npm package', () => writeNpmPackage(compiled, work, out))
    await step('kit', () => writeKit(work, out))
    const x64 = await step('program for x64', () => makeProgram(compiled, 'x64', work))
    const arm64 = await step('program for arm64', () => makeProgram(compiled, 'arm64', work))
    await step('tarball', () => writeTarball(x64, source, out))
    await step('deb and rpm', () => writeDebAndRpm(x64, source, work, out))
    const base = await step('base of the image', () => fetchBase())
    await step('image', () => writeImage([x64, arm64], base, source, work, out))
    await step('SBOM', () => writeSbom([x64, arm64], base, source, out))
    writeManifest(source, out)
    writeSignatures(source, out, key)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
