// npm pack: makes what a package has and a checkout has not, and removes it afterwards. It runs on the Node.js
// that npm runs on, also in a clone where nothing is installed. Syntax and APIs: Node.js 16.
'use strict'
const { execFileSync } = require('node:child_process')
const { cpSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const [compiled, shrinkwrap] = [join(root, 'dist'), join(root, 'npm-shrinkwrap.json')]
const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

function remove() {
  for (const path of [compiled, shrinkwrap]) rmSync(path, { recursive: true, force: true })
}

/** The compiler is the installed one, or else fetched for this once; types are checked by `npm run check`. */
function compile() {
  const compiler = `typescript@${json('package.json').devDependencies.typescript}`
  const line = ['exec', '--yes', `--package=${compiler}`, '--', 'tsc', '--project', 'tsconfig.build.json']
  execFileSync('npm', line, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** What the sources read beside themselves: style sheets, scripts of pages, pictures. */
function copyAssets() {
  const isAsset = (path) => !/\.(ts|md)$/.test(path)
  cpSync(join(root, 'src'), compiled, { recursive: true, filter: isAsset })
}

/** An installed package gets the versions that were tested; npm reads them from no other file of a package. */
function writeShrinkwrap() {
  const lock = json('package-lock.json')
  delete lock.packages[''].devDependencies
  for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path]
  writeFileSync(shrinkwrap, `${JSON.stringify(lock, null, 2)}\n`)
}

remove()
if (process.argv[2] === 'make') {
  compile()
  copyAssets()
  writeShrinkwrap()
}
