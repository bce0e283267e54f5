// Runs a program for the scripts of package.json: `node scripts/run.cjs PROGRAM ARGUMENT …`. It puts a Node.js that
// Norn supports first on the PATH; npm's own may be older, and npm 10 does not link the packaged one. Syntax and
// APIs: Node.js 16.
'use strict'
const { delimiter, dirname, join } = require('node:path')
const { findNode, handOver, packaged } = require('../bin/node.cjs')

const [program, ...line] = process.argv.slice(2)
const installed = join(__dirname, '..', 'node_modules', '.bin')
const path = [installed, dirname(findNode()), process.env.PATH].join(delimiter)

// NODE_ENV=production and --omit=dev leave out packages, and a script may then fail at the first one that it
// misses.
process.on('exit', (status) => {
  if (status === 0 || packaged('typescript', '') !== undefined) return
  process.stderr.write('norn: packages for development are not installed; run "npm ci --include=dev"\n')
})
handOver(
  program,
  line,
  { stdio: 'inherit', env: { ...process.env, PATH: path } },
  (error) => `${program} cannot be run (${error.message})`,
)
