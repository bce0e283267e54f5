import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './checkout.ts'
import { text } from './run.ts'

export type Architecture = 'x64' | 'arm64'

/** Folders that nothing reads: headers for compiling, a library that skinview3d's bundle contains, tests. */
const unread = (architecture: Architecture): readonly string[] => [
  `node-linux-${architecture}/include`,
  'three/build',
  'three/examples',
  'three/src',
  'bintrees/test',
  'yaml/browser',
]

/** Packages of types. They keep what describes them, since the list of parts names every package. */
const typings = ['@types/node', '@types/stats.js', '@types/three', '@types/webxr', 'undici-types']
const descriptions = ['LICENSE', 'package.json']

/**
 * Installs the packages of `package-lock.json` for that architecture, once, and returns the path of node_modules.
 * Package scripts are not run: none of our packages needs its own.
 */
export function installModules(architecture: Architecture, work: string): string {
  const directory = join(work, `modules-${architecture}`)
  const modules = join(directory, 'node_modules')
  if (existsSync(modules)) return modules
  mkdirSync(directory)
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, name), join(directory, name))
  const kind = ['--os=linux', `--cpu=${architecture}`, '--libc=glibc']
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  text('npm', ['ci', '--omit=dev', ...kind, ...quiet], directory)
  // npm decides by the times of folders if it trusts this file; without the file, "npm pack" reads the folders.
  rmSync(join(modules, '.package-lock.json'))
  for (const folder of unread(architecture)) rmSync(join(modules, folder), { recursive: true })
  for (const name of typings) {
    const unread = readdirSync(join(modules, name)).filter((file) => !descriptions.includes(file))
    for (const file of unread) rmSync(join(modules, name, file), { recursive: true })
  }
  return modules
}
