// npm pack: creates the files that only a package has, and removes them afterwards. It runs on npm's own Node.js,
// even in a clone where nothing is installed. Syntax and APIs: Node.js 16.
'use strict'
const { execFileSync } = require('node:child_process')
const { cpSync, existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const compiled = join(root, 'dist')
const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const npm = (...line) => execFileSync('npm', line, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

/**
 * Checks the dependencies that a package carries (`bundleDependencies`), which have to be the tested versions. Some
 * are compiled for one platform.
 */
function checkInstalled() {
  const installed = 'node_modules/.package-lock.json'
  if (!existsSync(join(root, installed))) npm('ci', '--omit=dev')
  const there = json(installed).packages
  for (const [path, { dev, optional, version }] of Object.entries(json('package-lock.json').packages)) {
    if (path === '' || dev || optional || there[path]?.version === version) continue
    throw new Error(`${path} is not the version of package-lock.json; run "npm ci"`)
  }
}

/** Uses the installed compiler, or fetches one; `npm run check` checks the types. */
function compile() {
  const compiler = `typescript@${json('package.json').devDependencies.typescript}`
  npm('exec', '--yes', `--package=${compiler}`, '--', 'tsc', '--project', 'tsconfig.build.json')
}

/** Copies the files that the sources read: style sheets, scripts of pages, pictures. */
function copyAssets() {
  const isAsset = (path) => !/\.(ts|md)$/.test(path)
  cpSync(join(root, 'src'), compiled, { recursive: true, filter: isAsset })
}

rmSync(compiled, { recursive: true, force: true })
if (process.argv[2] === 'make') {
  checkInstalled()
  compile()
  copyAssets()
  execFileSync(process.execPath, [join(__dirname, 'stamp-commit.mjs')])
  writeFileSync(join(compiled, 'platform'), `${process.platform}-${process.arch}`)
}
