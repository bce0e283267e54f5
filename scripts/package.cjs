// npm pack: makes what a package has and a checkout has not, and removes it afterwards. It runs on the Node.js
// that npm runs on, also in a clone where nothing is installed. Syntax and APIs: Node.js 16.
'use strict'
const { execFileSync } = require('node:child_process')
const { cpSync, existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const compiled = join(root, 'dist')
const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const npm = (...line) => execFileSync('npm', line, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

/** A package carries its dependencies (`bundleDependencies`) as they were tested. Some are compiled for a platform. */
function checkInstalled() {
  const installed = 'node_modules/.package-lock.json'
  if (!existsSync(join(root, installed))) npm('ci', '--omit=dev')
  const there = json(installed).packages
  for (const [path, { dev, optional, version }] of Object.entries(json('package-lock.json').packages)) {
    if (path === '' || dev || optional || there[path]?.version === version) continue
    throw new Error(`${path} is not the version of package-lock.json; run "npm ci"`)
  }
}

/** The compiler is the installed one, or else fetched for this once; types are checked by `npm run check`. */
function compile() {
  const compiler = `typescript@${json('package.json').devDependencies.typescript}`
  npm('exec', '--yes', `--package=${compiler}`, '--', 'tsc', '--project', 'tsconfig.build.json')
}

/** What the sources read beside themselves: style sheets, scripts of pages, pictures. */
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
