import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './checkout.ts'
import { normaliseModes } from './modes.ts'
import { installModules } from './modules.ts'
import { text } from './run.ts'

/** Unpacks the npm package of this checkout without dependencies, and returns its path. */
export function compiledPackage(work: string): string {
  const printed = text('npm', ['pack', '--silent', '--pack-destination', work], root)
  const packed = join(work, printed.split('\n').at(-1) ?? '')
  const directory = join(work, 'package')
  mkdirSync(directory)
  text('tar', ['--extract', '--file', packed, '--strip-components=1'], directory)
  rmSync(packed)
  // These are the checkout's, which an npm of any version has installed.
  rmSync(join(directory, 'node_modules'), { recursive: true })
  normaliseModes(directory)
  return directory
}

/** Writes the package of kit/, which has no dependencies. Its bundle is made where its sources are. */
export function writeKit(work: string, out: string): void {
  const packed = join(work, text('npm', ['pack', '--silent', '--pack-destination', work], join(root, 'kit')))
  const directory = join(work, 'kit')
  mkdirSync(directory)
  text('tar', ['--extract', '--file', packed, '--strip-components=1'], directory)
  rmSync(packed)
  normaliseModes(directory)
  text('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], directory)
}

/** Writes norn-VERSION.tgz. npm sorts the files, and gives each the same time. */
export function writeNpmPackage(compiled: string, work: string, out: string): void {
  const directory = join(work, 'npm')
  cpSync(compiled, directory, { recursive: true })
  cpSync(installModules('x64', work), join(directory, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  normaliseModes(directory)
  text('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], directory)
  rmSync(directory, { recursive: true })
}
