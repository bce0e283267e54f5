// npm pack: creates the files that only a package has, and removes them afterwards. It runs on npm's own Node.js,
// even in a clone where nothing is installed. Syntax and APIs: Node.js 16.
'use strict'
const { execFileSync } = require('node:child_process')
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
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

/** Uses the installed bundler, or fetches it. `npm run check` checks the types. */
function compile() {
  const bundler = `esbuild@${json('package.json').devDependencies.esbuild}`
  npm('exec', '--yes', `--package=${bundler}`, '--', 'node', join('scripts', 'bundle.mjs'), compiled)
}

rmSync(compiled, { recursive: true, force: true })
if (process.argv[2] === 'make') {
  checkInstalled()
  compile()
  execFileSync(process.execPath, [join(__dirname, 'stamp-commit.mjs')])
  writeFileSync(join(compiled, 'platform'), `${process.platform}-${process.arch}`)
}
